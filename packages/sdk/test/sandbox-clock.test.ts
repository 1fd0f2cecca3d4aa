import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { Mailrig } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const rateLimitWords =
  "the clock of the sandbox is frozen, and this call waits 60 s because this key has made the 2 requests that the rate limit allows in one window: use clock.runUntil(promise) or clock.advance('60s'), create the sandbox with rateLimit: false, or let the clock run with clock: 'system'";

/** A sandbox whose clock is frozen, and a client in the same process that has used up its rate limit of 2. */
async function usedUp() {
  const sandbox = createSandbox({ clock: 'manual', rateLimit: { limit: 2 } });
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);
  await mail.emails.send(email);
  return { sandbox, mail };
}

test('a move of the clock ends the wait for the rate limit', async () => {
  const { sandbox, mail } = await usedUp();
  const third = mail.emails.send(email);
  await expect.poll(() => mail.throttle.queued).toBe(1);
  sandbox.clock.advance('1m');
  await third;
  expect(sandbox.mailbox.list()).toHaveLength(3);
});

test('a move of the clock between two calls leaves nothing to wait for', async () => {
  const { sandbox, mail } = await usedUp();
  sandbox.clock.advance('2m');
  await mail.emails.send(email);
  expect(sandbox.mailbox.list()).toHaveLength(3);
});

test.concurrent('a call that waits for a frozen clock fails within seconds and says so', async () => {
  const { mail } = await usedUp();
  const error = await failureOf(mail.emails.send(email));
  expect(error).toMatchObject({ code: 'CLOCK_FROZEN', outcome: 'not-sent', operation: 'sendEmail' });
  expect(error.message).toContain(rateLimitWords);
});

test.concurrent('a call that waits before a retry for a frozen clock says so, however short the wait is', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const mail = new Mailrig(sandbox.clientOptions());
  const began = sandbox.clock.now();
  for (const [effect, words] of [
    [{ status: 503 }, /waits \d+ ms before a retry after SERVICE_UNAVAILABLE: use clock.runUntil/],
    [
      { status: 503, retryAfter: 45 },
      /waits 45 s because the service asked for it after SERVICE_UNAVAILABLE: use /,
    ],
  ] as const) {
    sandbox.faults.add({ times: 1, effect });
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ code: 'CLOCK_FROZEN', attempts: 1 });
    expect(error.message).toMatch(words);
  }
  expect(sandbox.clock.now()).toEqual(began);
});

test('retries wait by the clock of the sandbox', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const mail = new Mailrig(sandbox.clientOptions());
  const began = sandbox.clock.now().getTime();
  sandbox.faults.failNext('sendEmail', 503, 2);
  await sandbox.clock.runUntil(mail.emails.send(email));
  expect(sandbox.clock.now().getTime() - began).toBeGreaterThanOrEqual(750);
});

test('a wait whose clock has moved names what is left of it', async () => {
  const { sandbox, mail } = await usedUp();
  const third = failureOf(mail.emails.send(email));
  await expect.poll(() => mail.throttle.queued).toBe(1);
  sandbox.clock.advance('30s');
  expect((await third).message).toMatch(/; it has moved, and 30 s are left: use .*clock\.advance\('30s'\)/);
});

test('a move of the clock ends the wait before a retry', async () => {
  const { sandbox, mail } = await usedUp();
  const own = new Mailrig({ ...sandbox.clientOptions(), throttle: false });
  const third = own.emails.send(email);
  await expect.poll(() => sandbox.requests.count({ status: 429 })).toBe(1);
  // By then, the wait has begun.
  await new Promise((resolve) => setImmediate(resolve));
  sandbox.clock.advance('1m');
  await third;
  expect(mail.throttle.queued).toBe(0);
});

test.concurrent('a run that waits for a frozen clock ends with the same words', async () => {
  const { mail } = await usedUp();
  const error = await failureOf(mail.emails.sendMany([email, email]).finish());
  expect(error).toMatchObject({ code: 'CLOCK_FROZEN', summary: { succeeded: 0 } });
});

test.concurrent.each([
  ['waitFor', (mail: Mailrig) => mail.emails.send(email).then((sent) => mail.emails.waitFor(sent))],
  [
    'waitForBatch',
    (mail: Mailrig) =>
      mail.verification
        .createBatch(['a@example.org', 'b@example.org'])
        .then((batch) => mail.verification.waitForBatch(batch)),
  ],
  [
    'verifyMany',
    (mail: Mailrig) => mail.verification.verifyMany(['a@example.org', 'b@example.org']).finish(),
  ],
] as const)('%s does not wait for ever for a frozen clock', async (_name, wait) => {
  const { sandbox } = connect({}, { clock: 'manual' });
  const error = await failureOf(wait(new Mailrig(sandbox.clientOptions())));
  expect(error).toMatchObject({ code: 'CLOCK_FROZEN' });
  expect(error.message).toMatch(
    / waits \d+ m?s (?:until|because|after) .*: use clock\.runUntil\(promise\) or/,
  );
});

test('moves of the clock end long waits, and the log names each wait once', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const logger = { debug: () => undefined, info: note, warn: note, error: note };
  const mail = new Mailrig({ ...sandbox.clientOptions(), logger });
  const moved = async <T>(waiting: Promise<T>) => {
    const before = lines.length;
    await expect.poll(() => lines.length).toBe(before + 1);
    sandbox.clock.runUntilIdle();
    return waiting;
  };
  const sent = await mail.emails.send(email);
  expect(await moved(mail.emails.waitFor(sent))).toMatchObject({ status: 'delivered' });
  const batch = await mail.verification.createBatch(['a@example.org', 'b@example.org']);
  const { id } = await moved(mail.verification.waitForBatch(batch));
  expect(lines).toEqual([
    'mailrig: waitFor waits until the email is delivered or bounced or failed',
    `mailrig: waitForBatch waits until verification ${id} is completed`,
  ]);
});

test('a client of another process fails at once over the rate limit of a frozen clock, and reads the ways out', async () => {
  const { sandbox, mail } = connect({}, { clock: 'manual', rateLimit: { limit: 2 } });
  for (let call = 0; call < 2; call += 1) await mail.emails.send(email);
  const words =
    "The clock of the sandbox is frozen, so no time passes until it is moved: use clock.runUntil(promise) or clock.advance('60s'), create the sandbox with rateLimit: false, or let the clock run with clock: 'system'";
  const error = await failureOf(mail.emails.send(email));
  expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', outcome: 'rejected', attempts: 1 });
  expect(error.message).toContain(words);
  const ofRun = await failureOf(mail.emails.sendMany([email, email]).finish());
  expect(ofRun.message).toContain(words);
  sandbox.clock.advance('1m');
  await mail.emails.send(email);
  expect(sandbox.mailbox.list()).toHaveLength(3);
});

test('a client of another process retries a refusal that a fault makes, also with a frozen clock', async () => {
  const { sandbox, mail } = connect({}, { clock: 'manual' });
  sandbox.faults.failNext('sendEmail', 429);
  await mail.emails.send(email);
  expect(sandbox.mailbox.list()).toHaveLength(1);
});

test('a move of the clock ends the wait between two polls of changes', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const mail = new Mailrig(sandbox.clientOptions());
  await mail.emails.send(email);
  const changes = mail.emails.changes({ since: new Date(sandbox.clock.now().getTime() - 1) });
  const delivery = async () => {
    for await (const { milestone } of changes) if (milestone === 'delivered') return milestone;
    return undefined;
  };
  expect(await sandbox.clock.runUntil(delivery())).toBe('delivered');
});

test.concurrent('changes that wait for a frozen clock end with an error that says so', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const changes = new Mailrig(sandbox.clientOptions()).emails.changes();
  const error = await failureOf(changes[Symbol.asyncIterator]().next());
  expect(error).toMatchObject({ code: 'CLOCK_FROZEN', operation: 'changes' });
});
