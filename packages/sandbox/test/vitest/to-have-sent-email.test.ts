import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import '@mailrig/sandbox/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { call } from '../harness.ts';

let sandbox: Sandbox;

const welcome = {
  from: '"Ada" <ada@example.com>',
  to: ['bob@example.org', '"Eve" <eve@example.org>'],
  cc: 'cy@example.org',
  subject: 'Welcome to Pro',
  html: '<p>Hello Bob</p>',
};

beforeEach(() => {
  sandbox = createSandbox({ clock: 'manual' });
});

async function send(json: object, key = sandbox.liveApiKey): Promise<void> {
  expect((await call(sandbox, 'POST', emails, { json, key })).outcome).toBe('201');
}

describe('a sent email', () => {
  test.each([
    [{}],
    [{ to: 'BOB@example.org' }],
    [{ to: 'eve@example.org' }],
    [{ to: 'cy@example.org' }],
    [{ to: ['bob@example.org', 'cy@example.org'] }],
    [{ to: /@example\.org$/g }],
    [{ from: 'ada@example.com' }],
    [{ subject: 'Welcome to Pro' }],
    [{ subject: /^welcome/i }],
    [{ html: 'Hello Bob' }],
    [{ status: 'queued', environment: 'live' }],
    [{ to: 'bob@example.org', subject: 'Welcome to Pro', html: /<p>.*<\/p>/ }],
  ] as const)('is found by %j', async (expected) => {
    await send(welcome);
    expect(sandbox).toHaveSentEmail(expected);
  });

  test.each([
    [{ to: 'bob@example.com' }],
    [{ to: 'ob@example.org' }],
    [{ to: ['bob@example.org', 'nobody@example.org'] }],
    [{ from: 'bob@example.org' }],
    [{ subject: 'Welcome' }],
    [{ html: 'Goodbye' }],
    [{ text: 'Hello Bob' }],
    [{ templateId: 'welcome' }],
    [{ status: 'delivered' }],
    [{ environment: 'test' }],
  ] as const)('is not found by %j', async (expected) => {
    await send(welcome);
    expect(sandbox).not.toHaveSentEmail(expected);
  });

  test('is found even if a test key only simulated it (R80)', async () => {
    await send(welcome, sandbox.testApiKey);
    expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', environment: 'test' });
  });

  test('must match as one email: two partial matches do not count', async () => {
    await send({ ...welcome, subject: 'One' });
    await send({ ...welcome, to: 'zoe@example.org', cc: [] });
    expect(sandbox).not.toHaveSentEmail({ to: 'zoe@example.org', subject: 'One' });
  });

  test('belongs to its account', async () => {
    const other = sandbox.accounts.create({ domain: { name: 'other.example' } });
    await send(welcome);
    expect(sandbox.account(other.id)).not.toHaveSentEmail();
  });

  test('says so if it was sent with a test key, which never delivers', async () => {
    await send(welcome, sandbox.testApiKey);
    sandbox.clock.advance('1h');
    expect(() => expect(sandbox).toHaveSentEmail({ status: 'delivered' })).toThrow(
      '(queued, sent with a test key: never delivered or listed) to',
    );
  });

  test('has the status of the current clock time', async () => {
    await send(welcome);
    sandbox.clock.runUntilIdle();
    expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', status: 'delivered' });
  });
});

describe('a failure', () => {
  test('shows the nearest message, field by field', async () => {
    await send({ ...welcome, to: 'zoe@example.org', subject: 'Goodbye' });
    await send(welcome);
    await send({ ...welcome, to: 'zoe@example.org', subject: 'Hello' });
    const nearest = sandbox.mailbox.latest({ to: 'bob@example.org' });
    expect(() => expect(sandbox).toHaveSentEmail({ to: 'bob@example.org', subject: 'Welcome' })).toThrow(
      [
        'No email was sent with to "bob@example.org", subject "Welcome".',
        '',
        `The nearest of 3 messages is ${nearest?.id} (queued) to bob@example.org, "Eve" <eve@example.org>: "Welcome to Pro":`,
        '  ✓ to "bob@example.org", "\\"Eve\\" <eve@example.org>", "cy@example.org"',
        '  ✗ subject "Welcome to Pro"',
        '    expected "Welcome"',
      ].join('\n'),
    );
  });

  test('says that the mailbox is empty', () => {
    expect(() => expect(sandbox).toHaveSentEmail({ subject: /hi/ })).toThrow(
      'No email was sent with subject /hi/. The mailbox is empty.',
    );
  });

  test('names the email that should not exist', async () => {
    await send(welcome);
    const id = sandbox.mailbox.latest()?.id;
    expect(() => expect(sandbox).not.toHaveSentEmail({ subject: 'Welcome to Pro' })).toThrow(
      `No such email was expected, but one was sent: ${id} (queued)`,
    );
  });

  test('names an unknown field and the one that was meant, whatever was sent', async () => {
    const misspelt: object = { subject: 'Welcome to Pro', too: 'bob@example.org' };
    const refusal = new TypeError('toHaveSentEmail: the field too is unknown: did you mean to?');
    expect(() => expect(sandbox).not.toHaveSentEmail(misspelt)).toThrow(refusal);
    await send(welcome);
    expect(() => expect(sandbox).toHaveSentEmail(misspelt)).toThrow(refusal);
    expect(() => expect(sandbox).not.toHaveSentEmail(misspelt)).toThrow(refusal);
  });

  test('explains how to use the matcher when it gets anything else', () => {
    expect(() => expect('sandbox').toHaveSentEmail()).toThrow('expect(sandbox).toHaveSentEmail({ to })');
  });
});

test('an argument that the matcher does not take is refused, because it would check nothing', async () => {
  await send(welcome);
  // @ts-expect-error The types allow one argument; JavaScript does not check.
  const count = () => expect(sandbox).toHaveSentEmail({ subject: 'Welcome to Pro' }, { times: 2 });
  expect(count).toThrow('toHaveSentEmail takes the fields of the email');
});

test('a failure says that calls are under way, because their email may come', async () => {
  const upload = new TransformStream<Uint8Array, Uint8Array>();
  const call = sandbox.fetch(`${sandbox.baseUrl}${emails}`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.liveApiKey, 'content-type': 'application/json' },
    body: upload.readable,
    duplex: 'half',
  } as RequestInit);
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => expect(sandbox).toHaveSentEmail()).toThrow('No email was sent yet, 1 call under way.');
  const writer = upload.writable.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(welcome)));
  await writer.close();
  expect((await call).status).toBe(201);
  expect(sandbox).toHaveSentEmail();
});
