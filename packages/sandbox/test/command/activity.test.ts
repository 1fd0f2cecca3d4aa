import { expect, test } from 'vitest';
import { list, send } from '../conformance/emails.ts';
import { call, servedAt } from '../harness.ts';
import { type Command, command } from './command.ts';

const clock = ['--clock', 'manual', '--start-at', '2026-01-01T09:00:00Z'];

/** A sandbox that prints for people, and what it prints after its welcome. */
async function started(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly running: Command; readonly lines: () => Promise<string[]> }> {
  const running = command(['--text', '--port', '0', ...clock, ...args], environment);
  const url = /URL +(\S+)/.exec(await running.printed(/curl .*\n\n/))?.[1] ?? '';
  const lines = async () => {
    const { stdout } = await running.stop('SIGTERM');
    return stdout.slice(stdout.indexOf('curl ')).trimEnd().split('\n').slice(2);
  };
  return { url, running, lines };
}

/** A line without its duration. */
function timeless(line: string): string {
  return line.replace(/ in [\d.]+ ms/, '');
}

test('each email has a line with recipient, subject and a link to it in the inspector, also a simulated one', async () => {
  const { url, lines } = await started();
  const target = servedAt(url);
  const live = await send(target, { subject: 'Your receipt' });
  await send(
    target,
    { to: ['Bob <bob@example.net>', 'eve@example.net'], cc: 'ada@example.net', subject: ' ' },
    { key: 'sk_test_sandbox' },
  );
  const { json } = await call(target, 'GET', '/_sandbox/messages?environment=test');
  const [simulated] = (json as { messages: { id: string }[] }).messages;
  expect(await lines()).toEqual([
    `09:00:00 bob@example.net  Your receipt  ${url}/#/messages/${live.body.data.id}`,
    `09:00:00 Bob <bob@example.net> and 2 more  (no subject)  (simulated)  ${url}/#/messages/${simulated?.id}`,
  ]);
});

test('the link to an email of another account names the account', async () => {
  const { url, lines } = await started();
  const target = servedAt(url);
  const account = { domain: { name: 'shop.example' } };
  const { json } = await call(target, 'POST', '/_sandbox/accounts', { json: account });
  const { id, keys } = json as { id: string; keys: { key: string }[] };
  const { body } = await send(target, { from: 'ada@shop.example' }, { key: keys[0]?.key });
  expect((await lines()).join()).toContain(`${url}/#/messages/${body.data.id}?account=${id}`);
});

test('without an inspector, the link leads to the message in the control plane', async () => {
  const { url, lines } = await started(['--no-inspector']);
  const { body } = await send(servedAt(url));
  const [link = ''] = /http:\S+$/.exec((await lines())[0] ?? '') ?? [];
  expect(link).toBe(`${url}/_sandbox/messages/${body.data.id}`);
});

/** Requests, and the line of each if it has one. */
const requests: readonly (readonly [
  what: string,
  ask: (target: ReturnType<typeof servedAt>) => Promise<unknown>,
  lines: readonly string[],
])[] = [
  ['that only reads has no line', (target) => list(target), []],
  [
    'that changes something has a line',
    (target) => call(target, 'POST', '/api/v1/contact-lists', { json: { name: 'Readers' } }),
    ['09:00:00 POST /api/v1/contact-lists 201'],
  ],
  [
    'that is refused has a line with the code',
    (target) => send(target, { from: 'ada@other.example' }),
    ['09:00:00 POST /api/v1/emails 400 FROM_DOMAIN_MISMATCH'],
  ],
  [
    'that only reads and is refused has a line',
    (target) => list(target, {}, { key: null }),
    ['09:00:00 GET /api/v1/emails 401 UNAUTHORIZED'],
  ],
];

test.for(requests)('a request %s', async ([, ask, expected]) => {
  const { url, lines } = await started();
  await ask(servedAt(url));
  expect((await lines()).map(timeless)).toEqual(expected);
});

test('--verbose adds a line for each request', async () => {
  const { url, lines } = await started(['--verbose']);
  await send(servedAt(url));
  await list(servedAt(url));
  expect((await lines()).map(timeless)).toEqual([
    expect.stringContaining('Hello'),
    '09:00:00 POST /api/v1/emails 201',
    '09:00:00 GET /api/v1/emails 200',
  ]);
});

test('a send that repeats an earlier one says so', async () => {
  const { url, lines } = await started();
  for (let time = 0; time < 2; time++) await send(servedAt(url), { idempotencyKey: 'order-1' });
  expect((await lines()).map(timeless)).toEqual([
    expect.stringContaining('Hello'),
    '09:00:00 POST /api/v1/emails 201 (repeated, nothing was sent again)',
  ]);
});

test('after a lost response, the repeat with the same idempotency key has its line', async () => {
  const { url, lines } = await started();
  const target = servedAt(url);
  const lost = { operation: 'sendEmail', phase: 'after', times: 1, effect: { network: 'drop' } };
  await call(target, 'POST', '/_sandbox/faults', { json: lost });
  await send(target, { idempotencyKey: 'order-1' }).catch(() => {});
  await send(target, { idempotencyKey: 'order-1' });
  await send(target, { subject: 'Another' });
  expect((await lines()).map(timeless)).toEqual([
    expect.stringContaining('Hello'),
    '09:00:00 POST /api/v1/emails no response (fault)',
    '09:00:00 POST /api/v1/emails 201 (repeated, nothing was sent again)',
    expect.stringContaining('Another'),
  ]);
});

test('fields that the service ignored are named (A122)', async () => {
  const { url, lines } = await started();
  await send(servedAt(url), { reply_to: 'ada@example.com', subjekt: 'Hello' });
  expect((await lines()).map(timeless)).toContain(
    '09:00:00 POST /api/v1/emails 201 (ignored reply_to, subjekt)',
  );
});

test('an email cannot steer the terminal, and a long subject is cut', async () => {
  const { url, lines } = await started();
  await send(servedAt(url), { subject: 'a\u001b[2J\u202eb' });
  await send(servedAt(url), { subject: 'é'.repeat(100) });
  const [first, second] = await lines();
  expect(first).toContain('  a?[2J?b  ');
  expect(second).toContain(`  ${'é'.repeat(59)}…  `);
});

const colours: readonly (readonly [environment: Readonly<Record<string, string>>, isColoured: boolean])[] = [
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '0' }, false],
];

test.for(colours)('in a pipe with %j, lines are coloured: %j', async ([environment, isColoured]) => {
  const { url, lines } = await started([], environment);
  await send(servedAt(url));
  expect((await lines()).join().includes('\u001b[1mHello\u001b[22m')).toBe(isColoured);
});
