import { createSandbox } from '@mailrig/sandbox';
import { sandboxTasks, type SandboxTasks } from '@mailrig/sandbox/cypress';
import { serve } from '@mailrig/sandbox/node';
import { expect, test as plainTest } from 'vitest';

type Answer = Record<string, unknown>;

/** Calls tasks as Cypress does: by name, with JSON both ways, and never with `undefined` as an answer. */
const test = plainTest.extend<{ task: (name: keyof SandboxTasks, value?: unknown) => Promise<Answer> }>({
  task: async ({}, use) => {
    await using server = await serve({
      sandbox: createSandbox({ clock: 'manual', controlToken: 'hush' }),
      port: 0,
    });
    const tasks: Readonly<Record<string, (value: never) => Promise<unknown>>> = sandboxTasks({
      url: `${server.url}/`,
      controlToken: 'hush',
    });
    send = () =>
      fetch(`${server.url}/api/v1/emails`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' },
        body: JSON.stringify({
          from: 'ada@example.com',
          to: 'grace@example.org',
          subject: 'Your code',
          html: '<p>493017, or <a href="https://app.example.com/confirm">confirm</a></p>',
        }),
      });
    await use(async (name, value = null) => {
      const answer = await tasks[name]?.(JSON.parse(JSON.stringify(value)) as never);
      expect(answer).not.toBeUndefined();
      return JSON.parse(JSON.stringify(answer));
    });
  },
});
let send: () => Promise<Response>;

test('a spec reads the newest message, with its links and codes', async ({ task }) => {
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

test('a message that does not come fails the task and says what was wanted', async ({ task }) => {
  await expect(task('mailrig:message', { to: 'nobody', wait: 1 })).rejects.toThrow(
    /answered 404.*no message that matches .*nobody/,
  );
});

test('a spec moves the clock, makes calls fail and starts over', async ({ task }) => {
  await send();
  await task('mailrig:advance', '2s');
  expect(await task('mailrig:message')).toMatchObject({ status: 'delivered' });

  expect(await task('mailrig:fault', { operation: 'sendEmail', effect: { status: 503 } })).toBeNull();
  expect((await send()).status).toBe(503);

  expect(await task('mailrig:reset')).toBeNull();
  expect(await task('mailrig:messages')).toEqual([]);
  expect((await send()).status).toBe(201);
});
