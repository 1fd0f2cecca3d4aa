import { connect } from 'node:net';
import type { OperationName } from '@mailrig/contract';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { ask } from '../harness.ts';
import { type Faulty, failureOf, faults } from './faults.ts';

faults('connection', (open) => {
  test.each(['reset', 'drop'] as const)('%s fails like a lost connection (A22)', async (network) => {
    const { sandbox, mount, send } = await open();
    sandbox.faults.add({ times: 1, effect: { network } });
    const error = await failureOf(send());
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'fetch failed', cause: expect.anything() });
    const code = network === 'reset' ? 'ECONNRESET' : 'UND_ERR_SOCKET';
    // MSW fails in one way only and gives no cause.
    if (mount !== 'MSW') expect(error).toHaveProperty('cause.code', code);
    expect(sandbox.mailbox.list()).toHaveLength(0);
    expect((await send()).status).toBe(201);
  });

  test('cut: the headers promise the whole body, and reading it fails', async () => {
    const { sandbox, list } = await open();
    const whole = await (await list()).text();
    sandbox.faults.add({ times: 1, effect: { network: 'cut' } });
    const response = await list();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(whole.length));
    const error = await failureOf(response.text());
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'terminated' });
    expect(await (await list()).json()).toMatchObject({ success: true });
  });

  test('cut: a made-up answer is also cut off, and one without a body is lost completely', async () => {
    const service = await open();
    const { sandbox, list } = service;
    sandbox.faults.add({ times: 1, effect: { network: 'cut', status: 503, body: 'html' } });
    const response = await list();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      503,
      'text/html; charset=utf-8',
    ]);
    expect(await failureOf(response.text())).toBeInstanceOf(TypeError);
    sandbox.faults.add({ times: 1, effect: { network: 'cut' } });
    expect(await failureOf(ask(service, 'HEAD', emails).then((response) => response.text()))).toBeInstanceOf(
      TypeError,
    );
  });

  test('hang: the caller’s signal ends the call', async () => {
    const { sandbox, list } = await open();
    sandbox.faults.add({ times: 1, effect: { network: 'hang' } });
    const caller = new AbortController();
    const failure = failureOf(list({ signal: caller.signal }));
    await expect.poll(() => sandbox.requests.count()).toBe(1);
    caller.abort(new Error('Enough'));
    expect(await failure).toMatchObject({ message: expect.stringMatching(/Enough|aborted/) });
    expect(sandbox.requests.last()).not.toHaveProperty('status');
  });

  test.each([
    { operation: 'sendEmail', call: ({ send }, signal) => send({}, { signal }) },
    { operation: 'putUpload', call: ({ upload }, signal) => upload({ signal }) },
  ] satisfies {
    operation: OperationName;
    call: (caller: Faulty, signal: AbortSignal) => Promise<Response>;
  }[])('delay: $operation takes effect even if the caller gives up, like in a slow service', async (row) => {
    const faulty = await open();
    const { sandbox } = faulty;
    sandbox.faults.add({ operation: row.operation, times: 1, effect: { delay: '1h' } });
    const caller = new AbortController();
    const failure = failureOf(row.call(faulty, caller.signal));
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    caller.abort(new Error('Enough'));
    expect(await failure).toMatchObject({ message: expect.stringMatching(/Enough|aborted/) });
    await expect.poll(() => sandbox.requests.last({ operation: row.operation })?.status).toBeLessThan(300);
    expect(sandbox.check()).toEqual([]);
  });

  test('phase after: a refusal is lost like a success', async () => {
    const { sandbox, send } = await open();
    sandbox.faults.add({ times: 1, phase: 'after', effect: { network: 'drop' } });
    expect(await failureOf(send({ to: 'nobody' }))).toBeInstanceOf(TypeError);
    expect(sandbox.requests.last()).toMatchObject({ code: 'VALIDATION_ERROR' });
    sandbox.faults.add({ times: 1, effect: { body: 'html' } });
    const refused = await send({ to: 'nobody' });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });

  test('phase after: the work is done and only the response is lost, so an idempotency key replays', async () => {
    const { sandbox, send } = await open();
    for (const network of ['reset', 'drop', 'cut'] as const) {
      sandbox.mailbox.clear();
      sandbox.faults.add({ operation: 'sendEmail', times: 1, phase: 'after', effect: { network } });
      const idempotencyKey = `order-${network}`;
      await failureOf(send({ idempotencyKey }).then((response) => response.text()));
      const [message] = sandbox.mailbox.list();
      const again = (await (await send({ idempotencyKey })).json()) as { data: { id: string } };
      expect(again.data.id).toBe(message?.id);
      expect(sandbox.mailbox.list()).toHaveLength(1);
    }
    expect(sandbox.check()).toEqual([]);
  });
});

/** Requests the list of emails over a socket, and returns what a client sees. */
async function bytesOf(url: string, key: string): Promise<{ text: string; ending: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk));
  socket.write(`GET /api/v1/emails HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Api-Key: ${key}\r\n\r\n`);
  const ending = await new Promise<string>((resolve) => {
    socket.once('end', () => resolve('closed'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  socket.destroy();
  return { text, ending };
}

test('over HTTP, the socket itself is reset, closed, or closed in the middle of the body', async () => {
  const server = await serve({ sandbox: createSandbox(), port: 0 });
  onTestFinished(() => server.close());
  const seen = async (network: 'reset' | 'drop' | 'cut') => {
    server.sandbox.faults.add({ times: 1, effect: { network } });
    return bytesOf(server.url, server.sandbox.testApiKey);
  };
  expect(await seen('reset')).toEqual({ text: '', ending: 'ECONNRESET' });
  expect(await seen('drop')).toEqual({ text: '', ending: 'closed' });
  const { text, ending } = await seen('cut');
  expect(ending).toBe('closed');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(body.length).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]) >> 1);
});

test('over HTTP, a hanging call ends when the server closes', async () => {
  const server = await serve({ sandbox: createSandbox(), port: 0 });
  server.sandbox.faults.add({ effect: { network: 'hang' } });
  const headers = { 'x-api-key': server.sandbox.testApiKey };
  const failure = failureOf(fetch(`${server.url}/api/v1/emails`, { headers }));
  await expect.poll(() => server.sandbox.requests.count()).toBe(1);
  await server.close();
  expect(await failure).toBeInstanceOf(TypeError);
});
