import { createSandbox } from '@mailrig/sandbox';
import { sandboxTasks, type SandboxTasks } from '@mailrig/sandbox/cypress';
import { serve } from '@mailrig/sandbox/node';
import { afterAll, beforeEach, expect, test } from 'vitest';

const sandbox = createSandbox({ clock: 'manual', controlToken: 'hush' });
const server = await serve({ sandbox, port: 0 });
afterAll(() => server.close());
beforeEach(() => sandbox.reset());

const tasks: Readonly<Record<string, (value: never) => Promise<unknown>>> = sandboxTasks({
  url: `${server.url}/`,
  controlToken: 'hush',
});

/** Calls a task as Cypress does: by name, with JSON both ways, which `undefined` as a response would break. */
async function task(name: keyof SandboxTasks, value: unknown = null): Promise<unknown> {
  const response = await tasks[name]?.(JSON.parse(JSON.stringify(value)) as never);
  return JSON.parse(JSON.stringify(response));
}

async function send(): Promise<number> {
  const email = {
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'Your code',
    html: '<p>Enter code 493017, or <a href="https://app.example.com/confirm">confirm</a></p>',
  };
  const headers = { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(email) };
  return (await fetch(`${server.url}/api/v1/emails`, init)).status;
}

test('a spec reads the newest message, with its links and codes', async () => {
  const waiting = task('mailrig:message', { to: 'grace@example.org' });
  await send();
  expect(await waiting).toMatchObject({
    subject: 'Your code',
    status: 'queued',
    codes: ['493017'],
    links: ['https://app.example.com/confirm'],
  });
  expect(await task('mailrig:messages')).toHaveLength(1);
  expect(await task('mailrig:messages', { to: 'nobody' })).toEqual([]);
});

test('a message that does not come fails the task and says what was wanted', async () => {
  await expect(task('mailrig:message', { to: 'nobody', wait: 1 })).rejects.toThrow(
    /responded with 404.*no message that matches .*nobody/,
  );
});

test('a spec moves the clock, makes calls fail and starts over', async () => {
  await send();
  await task('mailrig:advance', '2s');
  expect(await task('mailrig:message')).toMatchObject({ status: 'delivered' });

  expect(await task('mailrig:fault', { operation: 'sendEmail', effect: { status: 503 } })).toBeNull();
  expect(await send()).toBe(503);

  expect(await task('mailrig:reset')).toBeNull();
  expect(await task('mailrig:messages')).toEqual([]);
  expect(await send()).toBe(201);
});
