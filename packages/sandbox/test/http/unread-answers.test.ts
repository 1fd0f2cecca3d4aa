import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { email, request, type Server, start } from './raw.ts';

const document = request('GET', '/_sandbox/openapi.json');

/** A connection that sends requests and reads no response. */
async function sendWithoutReading({ port }: Server, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Makes requests over another connection; returns the longest response time in milliseconds. */
async function longestOf(server: Server, count: number): Promise<number> {
  const connection = await server.open();
  let longest = 0;
  for (let n = 1; n <= count; n++) {
    const sentAt = performance.now();
    connection.socket.write(request('POST', '/api/v1/emails', { body: email }));
    expect((await connection.responses(n)).at(-1)?.status).toBe(201);
    longest = Math.max(longest, performance.now() - sentAt);
  }
  return longest;
}

function usedMemory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('20,000 pipelined reads of the OpenAPI document by a caller that reads no response starve nobody (A128)', async () => {
  const server = await start();
  const before = usedMemory();
  await sendWithoutReading(server, document.repeat(20_000));
  expect(await longestOf(server, 100)).toBeLessThan(1_000);
  // All responses together would be more than a gigabyte.
  expect(usedMemory() - before).toBeLessThan(150_000_000);
});

test('requests are not served while earlier answers on their connection are unread (A128)', async () => {
  const server = await start({ requestLogSize: 30_000 });
  await longestOf(server, 100);
  await sendWithoutReading(server, request('GET', '/api/v1/emails?limit=100').repeat(20_000));
  expect(await longestOf(server, 100)).toBeLessThan(1_000);
  // The system takes some megabytes of responses before it makes the sandbox wait.
  expect(server.sandbox.requests.count({ operation: 'listEmails' })).toBeLessThan(1_000);
});

test('a connection whose responses are not read is read no further (A128)', async () => {
  const server = await start();
  const before = usedMemory();
  const flood = await sendWithoutReading(server, document.repeat(400_000));
  await longestOf(server, 300);
  expect(flood.writableLength).toBeGreaterThan(0);
  expect(usedMemory() - before).toBeLessThan(500_000_000);
});

test('a caller that reads late gets all its responses, and may send more', async () => {
  const server = await start();
  const count = 1_000;
  const late = await sendWithoutReading(server, document.repeat(count));
  await longestOf(server, 20);
  const first = 'HTTP/1.1 200 OK';
  let answers = 0;
  let rest = '';
  const isAnswered = new Promise<void>((resolve) => {
    late.setEncoding('latin1').on('data', (chunk: string) => {
      const parts = (rest + chunk).split(first);
      answers += parts.length - 1;
      rest = parts.at(-1)?.slice(1 - first.length) ?? '';
      if (answers === count + 1) resolve();
    });
  });
  late.resume();
  late.write(request('GET', '/_sandbox/health'));
  await isAnswered;
  expect(answers).toBe(count + 1);
});

test('a paused connection still takes the body of its last request', async () => {
  const server = await start();
  const before = request('GET', '/_sandbox/health').repeat(150);
  const send = request('POST', '/api/v1/emails', { body: email.padEnd(500_000) });
  const connection = await server.open(before + send + before);
  const answers = await connection.responses(301);
  expect(answers[150]?.status).toBe(201);
  expect(server.sandbox.mailbox.list()).toHaveLength(1);
});
