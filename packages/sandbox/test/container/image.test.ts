import { randomUUID } from 'node:crypto';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { describe, expect, test } from 'vitest';

/** The image to test, for example `mailrig/sandbox`. It needs a container engine. */
const image = process.env['MAILRIG_IMAGE'];

const health = ['node', '/mailrig/mailrig-sandbox.mjs', 'health'];

describe.skipIf(image === undefined)('the container image', () => {
  const container = () =>
    new GenericContainer(image ?? '')
      .withExposedPorts(4010)
      .withWaitStrategy(Wait.forHttp('/_sandbox/health', 4010));

  const urlOf = (started: StartedTestContainer) =>
    `http://${started.getHost()}:${started.getMappedPort(4010)}`;

  async function send(started: StartedTestContainer): Promise<number> {
    const { status } = await fetch(`${urlOf(started)}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' },
      body: JSON.stringify({
        from: 'ada@example.com',
        to: 'grace@example.org',
        subject: 'Hello',
        text: 'Your code is 493017.',
      }),
    });
    return status;
  }

  const control = async (started: StartedTestContainer, path: string, token = '') =>
    (
      await fetch(`${urlOf(started)}/_sandbox${path}`, { headers: { authorization: `Bearer ${token}` } })
    ).json();

  test('it takes mail, and hands it to the test', async () => {
    await using started = await container().start();
    expect(await send(started)).toBe(201);
    const message = await control(started, '/messages/latest?to=grace@example.org&wait=5s');
    expect(message).toMatchObject({ codes: ['493017'] });
  });

  test('a seed, a stopped clock and a token reach the sandbox, and health needs no token', async () => {
    await using started = await container()
      .withCopyContentToContainer([
        { content: JSON.stringify({ accounts: [{ credits: 7 }] }), target: '/home/node/seed.json' },
      ])
      .withEnvironment({
        MAILRIG_SANDBOX_SEED: 'seed.json',
        MAILRIG_SANDBOX_CLOCK: 'manual',
        MAILRIG_SANDBOX_CONTROL_TOKEN: 'secret',
      })
      .start();
    expect(await control(started, '/accounts/default', 'secret')).toMatchObject({ credits: 7 });
    expect(await control(started, '/clock', 'secret')).toMatchObject({ frozen: true });
    expect(await control(started, '/accounts/default', 'wrong')).toMatchObject({ error: {} });
    expect(await started.exec(health)).toMatchObject({ exitCode: 0 });
  });

  test('it needs no root, no capabilities, and nothing to write to', async () => {
    await using started = await container().withDroppedCapabilities('ALL').start();
    expect((await started.exec(['id', '-u'])).output.trim()).toBe('1000');
    const { exitCode } = await started.exec(['touch', '/mailrig/new']);
    expect(exitCode).not.toBe(0);
    expect(await send(started)).toBe(201);
  });

  test('mail survives a new container with the same volume', async () => {
    const volume = { source: `mailrig-${randomUUID()}`, target: '/home/node' };
    const kept = () =>
      container().withEnvironment({ MAILRIG_SANDBOX_STATE: 'state.db' }).withBindMounts([volume]);
    const first = await kept().start();
    expect(await send(first)).toBe(201);
    await first.stop();
    await using second = await kept().start();
    expect(await control(second, '/messages')).toMatchObject({ total: 1 });
  });

  test('an option that it cannot read stops it with a line that names the variable', async () => {
    let log = '';
    const wrong = container()
      .withEnvironment({ MAILRIG_SANDBOX_CLOCK: 'sundial' })
      .withLogConsumer((lines) => lines.on('data', (line) => (log += String(line))))
      .withStartupTimeout(5_000);
    await expect(wrong.start()).rejects.toThrow(/_sandbox\/health/);
    expect(log).toContain('MAILRIG_SANDBOX_CLOCK');
  });
});
