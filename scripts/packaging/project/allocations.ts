import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';

/**
 * Prints as JSON how many bytes some calls allocate, which is the same on every machine: their time is not. Needs
 * `--expose-gc` and a young generation that holds them all. What compilers optimise depends on the time, so turn them
 * off. Emails that arrive meanwhile would add to a list, so the clock is frozen.
 */
const sandbox = createSandbox({ clock: 'manual', rateLimit: false });
const mail = new Mailrig({ ...sandbox.clientOptions(), throttle: false });
const email = {
  from: 'ada@example.com',
  to: 'grace@example.org',
  subject: 'Welcome',
  html: '<p>Welcome</p>',
};
const url = `${sandbox.baseUrl}/api/v1/emails`;
const headers = { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' };
const body = JSON.stringify(email);

const send = await memoryOf(() => respond({ method: 'POST', headers, body }));
const list = await memoryOf(() => respond({ headers }));
const through = await memoryOf(() => mail.emails.send(email));
console.log(
  JSON.stringify({
    'sandbox.fetch, a send, bytes allocated': send.allocated,
    'sandbox.fetch, a send, bytes kept': send.kept,
    'sandbox.fetch, a list of 20 emails, bytes allocated': list.allocated,
    'the client and the sandbox, a send, bytes allocated': through.allocated,
  }),
);

async function respond(init: RequestInit): Promise<string> {
  return (await sandbox.fetch(url, init)).text();
}

/** Bytes of each call in the round that took the least: the first ones also fill caches. */
async function memoryOf(
  call: () => Promise<unknown>,
): Promise<{ readonly allocated: number; readonly kept: number }> {
  const calls = 200;
  let allocated = Infinity;
  let kept = Infinity;
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < calls; count++) await call();
    allocated = Math.min(allocated, process.memoryUsage().heapUsed - before);
    globalThis.gc?.();
    kept = Math.min(kept, process.memoryUsage().heapUsed - before);
  }
  return { allocated: Math.round(allocated / calls), kept: Math.round(kept / calls) };
}
