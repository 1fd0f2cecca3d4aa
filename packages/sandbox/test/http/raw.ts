import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished } from 'vitest';
import { call, servedAt } from '../harness.ts';
import { parseSaved } from '../saved-state.ts';

/** A response as received over the socket. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection for hand-written requests. */
export interface Connection {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Waits for this many complete answers. */
  responses(count: number): Promise<RawResponse[]>;
  /** Waits until the other side closes. */
  closed(): Promise<void>;
}

/** A sandbox behind HTTP. */
export interface Server {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
  /** Opens a connection and writes to it. */
  open(text?: string): Promise<Connection>;
  /** Fails unless the server still answers, its data is consistent, and nothing was stored or logged. */
  expectUntouched(): Promise<void>;
}

/** Starts a server for one test. */
export async function start(
  options: SandboxOptions = {},
  serving: Parameters<typeof serve>[0] = {},
): Promise<Server> {
  const sandbox = createSandbox({
    clock: 'manual',
    startAt: '2026-01-01T00:00:00Z',
    rateLimit: false,
    ...options,
  });
  const server = await serve({ ...serving, sandbox, port: 0 });
  onTestFinished(() => server.close());
  return {
    sandbox,
    url: server.url,
    port: server.port,
    close: () => server.close(),
    open: (text) => open(server.port, text),
    expectUntouched: async () => {
      const served = servedAt(server.url);
      expect((await call(served, 'GET', '/_sandbox/health')).status).toBe(200);
      expect(sandbox.check()).toEqual([]);
      const { text } = await call(served, 'GET', '/_sandbox/snapshot');
      const { sections } = parseSaved(text);
      for (const section of ['events', 'messages', 'contactLists']) {
        expect(sections[section]?.entries, section).toEqual([]);
      }
    },
  };
}

/** The text of a request. `length` overrides the announced length of the body. */
export function request(
  method: string,
  target: string,
  { body, length, headers = {} }: { body?: string; length?: number; headers?: Record<string, string> } = {},
): string {
  const announced = length ?? (body === undefined ? undefined : Buffer.byteLength(body));
  const lines = Object.entries({
    host: 'localhost',
    authorization: 'Bearer sk_live_sandbox',
    ...(announced !== undefined && {
      'content-type': 'application/json',
      'content-length': String(announced),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

export const email = JSON.stringify({
  from: 'ada@example.com',
  to: 'bob@example.net',
  subject: 'Hello',
  html: '<p>Hello</p>',
});

async function open(port: number, text = ''): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let closed = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => void (received += chunk));
  socket.on('error', () => {});
  const end = new Promise<void>((resolve) => {
    socket.once('close', () => {
      closed = true;
      resolve();
    });
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return {
    socket,
    received: () => received,
    closed: () => end,
    responses: async (count) => {
      for (;;) {
        const responses = parse(received);
        if (responses.length >= count) return responses;
        if (closed)
          throw new Error(`Only ${responses.length} answers came before the connection closed: ${received}`);
        await Promise.race([once(socket, 'data').catch(() => {}), end]);
      }
    },
  };
}

/** Reads the complete answers at the beginning of `text`. */
function parse(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return responses;
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return responses;
    responses.push({ status: Number(first.split(' ')[1]), headers, body });
    rest = rest.slice(end + 4 + length);
  }
}
