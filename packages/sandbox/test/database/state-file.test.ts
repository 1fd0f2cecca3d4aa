import { spawnSync } from 'node:child_process';
import { cp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newContact } from '../conformance/contacts.ts';
import { newList } from '../conformance/contact-lists.ts';
import { list, send } from '../conformance/emails.ts';
import { attach } from '../conformance/upload.ts';
import { submitted } from '../conformance/verifications.ts';
import { folder } from '../folder.ts';
import { call, servedAt } from '../harness.ts';
import { stateOf } from '../saved-state.ts';

const manual: SandboxOptions = { clock: 'manual', startAt: '2026-01-01', randomSeed: 7, rateLimit: false };

/** Serves a sandbox that keeps its state in a file. */
async function open(state: string, sandbox: Sandbox = createSandbox(manual)) {
  const { url, close } = await serve({ sandbox, state, port: 0 });
  onTestFinished(close);
  return { ...servedAt(url), sandbox, close };
}

/** A state file as a crash of the process would leave it now. */
async function crashCopy(file: string): Promise<string> {
  // Everything of this turn is written at its end.
  await new Promise((resolve) => setImmediate(resolve));
  const path = join(await folder(), 'state.db');
  await cp(file, path);
  await cp(`${file}-wal`, `${path}-wal`);
  return path;
}

const large = (mark: string) => `<p>${mark}${'x'.repeat(100_000)}</p>`;

/** Uses every part of the service. */
async function fill(service: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { sandbox } = service;
  const bytes = new Uint8Array(70_000).map((_, index) => index);
  const { attachmentId } = await attach(service, { contentType: 'application/pdf', bytes });
  const small = await attach(service, { contentType: 'application/pdf', bytes: bytes.slice(0, 9) });
  await send(service, { attachmentIds: [attachmentId, small.attachmentId], idempotencyKey: 'once' });
  await send(service, { html: large('\u{1F4E7} é'), text: large('\ud800'), idempotencyKey: 'large' });
  await newContact(service, (await newList(service)).id, { email: 'grace@example.net' });
  await submitted(service, ['a@b.example', 'x@y.example']);
  sandbox.suppressions.add({ email: 'eve@example.net' });
  sandbox.faults.add({ operation: 'listEmails', times: 2, effect: { status: 503 } });
  sandbox.setWire('sparse');
  sandbox.clock.advance('1s');
  await list(service);
}

test('everything survives a crash: records, faults, wire options, clock, due events, journal, ids', async () => {
  const file = join(await folder(), 'state.db');
  const first = await open(file);
  await fill(first);
  const second = await open(
    await crashCopy(file),
    createSandbox({ randomSeed: 'another', rateLimit: false }),
  );
  expect([...second.sandbox.save()]).toEqual([...first.sandbox.save()]);
  expect(second.sandbox.check()).toEqual([]);
  const after = await Promise.all(
    [first, second].map(async (service) => {
      service.sandbox.setWire('examples');
      service.sandbox.clock.runUntilIdle();
      await send(service, { subject: 'after' });
      return [...service.sandbox.save()].filter((line) => !line.startsWith('["requests"'));
    }),
  );
  expect(after[1]).toEqual(after[0]);
});

test('calls in the same process, time that passes, restores, resets and loads are kept too', async () => {
  const file = join(await folder(), 'state.db');
  const service = await open(file);
  const { sandbox } = service;
  await send(service);
  const snapshot = sandbox.snapshot();
  const steps: (() => unknown)[] = [
    () => sandbox.clock.advance('500ms'),
    () => sandbox.emails.bounce(sandbox.mailbox.latest()?.id ?? ''),
    () => sandbox.mailbox.clear(),
    () => sandbox.requests.clear(),
    () => sandbox.restore(snapshot),
    () => sandbox.reset(),
    () => sandbox.restore(snapshot),
    async () => sandbox.load(createSandbox({ ...manual, randomSeed: 8 }).save()),
  ];
  for (const step of steps) {
    await step();
    const { sandbox: copy, close } = await open(await crashCopy(file));
    expect([...copy.save()]).toEqual([...sandbox.save()]);
    expect(copy.check()).toEqual([]);
    await close();
  }
});

test('large content of a deleted email stays readable for snapshots and forks, and is restored with them', async () => {
  const file = join(await folder(), 'state.db');
  const service = await open(file);
  const { sandbox } = service;
  await send(service, { html: large('first') });
  const [snapshot, fork] = [sandbox.snapshot(), sandbox.fork()];
  sandbox.mailbox.clear();
  await send(service, { html: large('second') });
  expect(fork.mailbox.latest()?.html).toBe(large('first'));
  sandbox.restore(snapshot);
  const copy = await open(await crashCopy(file));
  for (const { mailbox } of [sandbox, copy.sandbox]) {
    expect(mailbox.list().map(({ html }) => html)).toEqual([large('first')]);
  }
});

test('the file loses the content of deleted emails at the latest when it is opened again', async () => {
  const file = join(await folder(), 'state.db');
  const first = await open(file);
  for (const mark of ['a', 'b', 'c']) await send(first, { html: large(mark) });
  first.sandbox.mailbox.clear();
  await send(first, { html: large('d') });
  await first.close();
  const second = await open(file);
  await send(second);
  await second.close();
  expect(rows(file, 'SELECT count(*) AS count FROM contents')).toEqual([{ count: 1 }]);
});

test('content of another state file is copied, not referred to', async () => {
  const path = await folder();
  const [from, to] = [await open(join(path, 'a.db')), await open(join(path, 'b.db'))];
  await send(to, { html: large('replaced') });
  await send(from, { html: large('copied') });
  to.sandbox.restore(from.sandbox.snapshot());
  await to.close();
  await from.close();
  const again = await open(join(path, 'b.db'));
  expect(again.sandbox.mailbox.list().map(({ html }) => html)).toEqual([large('copied')]);
});

test('a sandbox that holds emails already takes them into a new file', async () => {
  const sandbox = createSandbox(manual);
  await send(sandbox, { html: large('before'), idempotencyKey: 'one' });
  const file = join(await folder(), 'state.db');
  const first = await open(file, sandbox);
  await first.close();
  expect(rows(file, 'SELECT count(*) AS count FROM contents')).toEqual([{ count: 1 }]);
  const second = await open(file);
  expect(second.sandbox.mailbox.latest()?.html).toBe(large('before'));
  expect((await send(second, { html: large('before'), idempotencyKey: 'one' })).body.data.skipped).toBe(true);
});

test('a smaller request log and event log than before keep their newest entries', async () => {
  const file = join(await folder(), 'state.db');
  const first = await open(file);
  for (let n = 0; n < 9; n++) await send(first);
  const { sections } = stateOf(first.sandbox);
  await first.close();
  for (let time = 0; time < 2; time++) {
    const next = await open(file, createSandbox({ ...manual, requestLogSize: 3, eventLogSize: 4 }));
    expect(stateOf(next.sandbox).sections['requests']?.entries).toEqual(
      sections['requests']?.entries.slice(-3),
    );
    expect(stateOf(next.sandbox).sections['events']?.entries).toEqual(sections['events']?.entries.slice(-4));
    await next.close();
  }
});

test('a server that cannot listen leaves its state file free', async () => {
  const file = join(await folder(), 'state.db');
  const other = await serve({ port: 0 });
  onTestFinished(other.close);
  await expect(serve({ state: file, port: other.port })).rejects.toThrow('EADDRINUSE');
  await open(file);
});

test('a sandbox keeps its state in one file at a time, and a file belongs to one sandbox', async () => {
  const path = await folder();
  const first = await open(join(path, 'a.db'));
  const other = join(path, 'b.db');
  await expect(serve({ sandbox: first.sandbox, state: other, port: 0 })).rejects.toThrow(
    'This sandbox has a state file already',
  );
  await expect(serve({ state: join(path, 'a.db'), port: 0 })).rejects.toThrow('is in use by another process');
  await send(first);
  await first.close();
  await open(other, first.sandbox);
  expect(first.sandbox.mailbox.list()).toHaveLength(1);
});

/** Reads the rows of a closed file, or changes it. */
function rows(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file);
  const found = database.prepare(sql).all();
  database.close();
  return found.map((row) => ({ ...row }));
}

/** What is done to a state file, and the reason why it is refused. */
const damages: readonly [what: string, sql: string, reason: RegExp][] = [
  [
    'a changed record',
    `UPDATE messages SET json = replace(json, 'bob', 'eve')`,
    /entry 0 of messages is not as/,
  ],
  ['a missing record', 'DELETE FROM keys WHERE number = 1', /keys has 1 entries instead of 2/],
  ['a missing table', 'DROP TABLE contacts', /no such table: contacts/],
  ['no header', 'UPDATE header SET number = 1, json = json || 1', /entry 1 of header is not as/],
  ['missing content', 'DELETE FROM contents', /content 1 is not as it was written/],
  [
    'a later version',
    'PRAGMA user_version = 99',
    /has format 99 and stays unchanged; this version .* reads format 4/,
  ],
  ['the mark of another program', 'PRAGMA application_id = 1', /is a database of another program and stays/],
];

test.each(damages)('a state file with %s is refused by name, and stays as it is', async (_, sql, reason) => {
  const file = join(await folder(), 'state.db');
  const first = await open(file);
  await send(first, { html: large('kept') });
  await first.close();
  rows(file, sql);
  const before = await readFile(file);
  const sandbox = createSandbox(manual);
  const refused = serve({ sandbox, state: file, port: 0 });
  await expect(refused).rejects.toThrow(`The state file ${file} `);
  await expect(refused).rejects.toThrow(reason);
  expect((await readFile(file)).equals(before)).toBe(true);
  expect([...sandbox.save()]).toEqual([...createSandbox(manual).save()]);
});

test('a state file that was cut off or overwritten in the middle is refused by name, and stays as it is', async () => {
  const path = await folder();
  const file = join(path, 'state.db');
  const first = await open(file);
  for (let n = 0; n < 50; n++) await send(first, { text: 'x'.repeat(2_000) });
  await first.close();
  const whole = await readFile(file);
  for (const damaged of [
    whole.subarray(0, whole.length >> 1),
    Buffer.concat([whole.subarray(0, 60_000), Buffer.alloc(20_000, 7), whole.subarray(80_000)]),
  ]) {
    await writeFile(file, damaged);
    await expect(serve({ state: file, port: 0 })).rejects.toThrow(
      `The state file ${file} is damaged and stays`,
    );
    expect((await readFile(file)).equals(damaged)).toBe(true);
  }
});

const long = (subject: string) => `${large('')}<h1>${subject}</h1>${large('')}`;

/** Serves a file with three large emails, of which the second one is damaged. */
async function openDamaged(damage: (file: string) => unknown) {
  const file = join(await folder(), 'state.db');
  const first = await open(file);
  const bytes = new Uint8Array(70_000).fill(7);
  const { attachmentId } = await attach(first, { contentType: 'application/pdf', bytes });
  for (const subject of ['first', 'second', 'third']) {
    await send(first, {
      subject,
      html: long(subject),
      text: subject,
      ...(subject === 'second' && { attachmentIds: [attachmentId] }),
    });
  }
  await first.close();
  await damage(file);
  const service = await open(file);
  const [, second] = service.sandbox.mailbox.list();
  return { ...service, file, id: second?.id ?? '' };
}

/** The attachment is content 1, and the emails follow. */
const damagedContents: readonly [what: string, damage: (file: string) => unknown][] = [
  [
    'changed bytes',
    (file) => rows(file, 'UPDATE contents SET data = zeroblob(length(data)) WHERE number IN (1, 3)'),
  ],
  [
    'overwritten pages',
    async (file) => {
      const whole = await readFile(file);
      // Each page of a large row begins with the number of the next one.
      const middle = whole.indexOf('<h1>second');
      await writeFile(file, whole.fill(7, middle - 9_000, middle + 9_000));
    },
  ],
];

test.each(damagedContents)(
  'a large email with %s is listed as damaged, with the state file, and all others are whole',
  async (_, damage) => {
    const { sandbox, file, id, ...service } = await openDamaged(damage);
    const lost = `Its html is lost: content 3 of the state file ${file} is damaged.`;
    const { json } = await call(service, 'GET', '/_sandbox/messages?whole=true');
    expect(json).toMatchObject({
      total: 3,
      messages: [
        { subject: 'third', html: long('third') },
        { id, subject: 'second', text: 'second', damaged: lost },
        { subject: 'first', html: long('first') },
      ],
    });
    expect((await call(service, 'GET', `/_sandbox/messages/${id}`)).json).toMatchObject({ damaged: lost });
    expect(
      (await call(service, 'GET', '/_sandbox/messages/latest?subject=second&wait=1s')).json,
    ).toMatchObject({
      id,
      damaged: lost,
      links: [],
    });
    for (const part of ['html', 'raw', 'check']) {
      const response = await call(service, 'GET', `/_sandbox/messages/${id}/${part}`);
      expect(response.outcome, part).toBe('500 DAMAGED_CONTENT');
      expect(response.text).toContain(`Message ${id} cannot be read: content `);
      expect(response.text).toContain(` of the state file ${file} is damaged.`);
    }
    for (const [q, found] of [
      ['xxxxx', ['third', 'first']],
      ['second', ['second']],
    ] as const) {
      expect(sandbox.mailbox.list({ q }).map(({ subject }) => subject)).toEqual(found);
      const page = await call(service, 'GET', `/_sandbox/messages?q=${q}`);
      expect(page.json).toMatchObject({ messages: found.map((subject) => ({ subject })) });
    }
    expect(sandbox.fork().mailbox.get(id).damaged).toBe(lost);
    expect((await call(service, 'GET', '/_sandbox/check')).json).toEqual({ problems: [] });
    expect((await call(service, 'DELETE', `/_sandbox/messages/${id}`)).status).toBe(204);
    expect((await send(service)).outcome).toBe('201');
    expect((await call(service, 'DELETE', '/_sandbox/messages')).status).toBe(204);
  },
);

test('a damaged attachment is a 500 that names its message and the file', async () => {
  const [[, damage] = []] = damagedContents;
  const { file, id, ...service } = await openDamaged(damage ?? (() => {}));
  const response = await call(service, 'GET', `/_sandbox/messages/${id}/attachments/0`);
  expect([response.status, response.text]).toEqual([
    500,
    expect.stringContaining(`Message ${id} cannot be read: content 1 of the state file ${file} is damaged`),
  ]);
});

test('a snapshot has a sentence in place of damaged content, and everything else', async () => {
  const [[, damage] = []] = damagedContents;
  const { file, sandbox } = await openDamaged(damage ?? (() => {}));
  const copy = createSandbox(manual);
  await copy.load(sandbox.save());
  const [third, second, first] = copy.mailbox.list();
  expect([third?.html, first?.html]).toEqual([long('third'), long('first')]);
  expect(second).toMatchObject({ html: `[content 3 of the state file ${file} is damaged]`, text: 'second' });
  expect(new TextDecoder().decode(second?.attachments[0]?.content)).toBe(
    `[content 1 of the state file ${file} is damaged]`,
  );
  const again = await open(join(await folder(), 'state.db'));
  again.sandbox.restore(sandbox.snapshot());
  expect((await send(again)).outcome).toBe('201');
});

test('a content that is damaged for good does not stop later writes', async () => {
  const [, [, damage] = []] = damagedContents;
  const first = await openDamaged(damage ?? (() => {}));
  first.sandbox.mailbox.clear();
  await first.close();
  const second = await open(first.file);
  expect((await send(second)).outcome).toBe('201');
  expect((await send(second)).outcome).toBe('201');
});

/** What others do to the file of a running server. `copy` is an earlier state of it. */
const displacements: readonly [what: string, displace: (file: string, copy: string) => Promise<unknown>][] = [
  ['removed', (file) => rm(file)],
  ['moved away', (file) => rename(file, `${file}.old`)],
  ['emptied', (file) => truncate(file)],
  ['replaced', (file, copy) => rename(copy, file)],
  ['overwritten', async (file, copy) => writeFile(file, await readFile(copy))],
  ['left without its log', (file) => rm(`${file}-wal`)],
  ['left with an empty log', (file) => truncate(`${file}-wal`)],
];

test.each(displacements)(
  'if its state file is %s, a server warns once, refuses what it cannot store, and still reads',
  async (_, displace) => {
    const warn = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warn.mockRestore());
    const path = await folder();
    const [file, copy] = [join(path, 'state.db'), join(path, 'copy.db')];
    const before = await open(file);
    await send(before);
    await before.close();
    await cp(file, copy);
    const later = await open(file);
    await send(later, { html: large('in a later version') });
    await later.close();
    const service = await open(file);
    for (let n = 0; n < 2; n++) await send(service, { html: large('kept'.repeat(20_000)) });
    await displace(file, copy);
    for (const fields of [{}, { html: large('lost') }]) {
      const { outcome, body } = await send(service, fields);
      expect(outcome).toBe('507 INSUFFICIENT_STORAGE');
      expect(body.error?.message).toMatch(`The state file ${file} was `);
      expect(body.error?.message).toMatch(
        /while the server runs, so nothing of this request was stored: stop the server, put the file back/,
      );
    }
    expect((await list(service)).body.data).toMatchObject({ pagination: { total: 4 } });
    expect((await call(service, 'GET', '/_sandbox/messages')).json).toMatchObject({ total: 4 });
    expect((await call(service, 'GET', '/_sandbox/snapshot')).status).toBe(200);
    expect(warn.mock.calls.map(([warning]) => String(warning))).toEqual([
      expect.stringContaining(`The state file ${file} was `),
    ]);
  },
);

test('a state file that comes back is written again', async () => {
  const file = join(await folder(), 'state.db');
  const service = await open(file);
  await rename(file, `${file}.old`);
  expect((await send(service)).outcome).toBe('507 INSUFFICIENT_STORAGE');
  await rename(`${file}.old`, file);
  expect((await send(service)).outcome).toBe('201');
});

test.each(displacements.filter(([what]) => ['replaced', 'overwritten'].includes(what)))(
  'if its state file was %s, a server that stops leaves the new content alone',
  async (_, displace) => {
    const path = await folder();
    const [file, copy] = [join(path, 'state.db'), join(path, 'copy.db')];
    const before = await open(file);
    await send(before);
    await before.close();
    await cp(file, copy);
    const content = await readFile(copy);
    const service = await open(file);
    await send(service);
    await displace(file, copy);
    await send(service);
    await service.close();
    expect((await readFile(file)).equals(content)).toBe(true);
    const again = await open(file);
    expect(again.sandbox.mailbox.list()).toHaveLength(1);
  },
);

test.each([':memory:', 'file:z.db', 'file:z.db?mode=memory', 'file::memory:?cache=shared', ''])(
  'the state file %j is a path like any other, or refused by name',
  async (name) => {
    const path = await folder();
    const before = process.cwd();
    process.chdir(path);
    onTestFinished(() => process.chdir(before));
    if (name === '') return expect(serve({ state: name, port: 0 })).rejects.toThrow('is a folder');
    const first = await open(name);
    await send(first);
    await first.close();
    const second = await open(join(path, name));
    expect(second.sandbox.mailbox.list()).toHaveLength(1);
  },
);

test('only their owner can read and write a new state file and its log', async () => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const file = join(await folder(), 'file:state.db');
  await send(await open(file));
  for (const name of [file, `${file}-wal`]) expect((await stat(name)).mode & 0o777, name).toBe(0o600);
});

test.each([
  ['a folder', (path: string) => path],
  ['a device', () => '/dev/null'],
  [
    'a pipe',
    (path: string) => {
      spawnSync('mkfifo', [join(path, 'pipe')]);
      return join(path, 'pipe');
    },
  ],
])('%s is refused as a state file, at once', async (_, make) => {
  const file = make(await folder());
  await expect(serve({ state: file, port: 0 })).rejects.toThrow(
    `The state file ${file} is a folder, a pipe or a device: choose the path of a file`,
  );
});

test('a state file with 200,000 contents that nothing refers to opens, and loses them', async () => {
  const file = join(await folder(), 'state.db');
  const first = await open(file);
  await first.close();
  rows(
    file,
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200000)
     INSERT INTO contents SELECT n, 'utf8', x'00', 0 FROM n`,
  );
  const second = await open(file);
  await send(second);
  await second.close();
  const [{ count } = {}] = rows(file, 'SELECT count(*) AS count FROM contents') as { count: number }[];
  expect(count).toBeLessThan(200_000);
});
