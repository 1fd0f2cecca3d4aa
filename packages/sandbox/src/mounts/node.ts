import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import {
  type Body,
  BodyCollector,
  type BrokenConnection,
  CallerGone,
  halved,
  type IncomingRequest,
} from '../routing/request.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { inspectorAnswer } from './inspector.ts';

// An import of it would read all that it exports, and with that load the whole of Node's fetch.
const { createServer } = process.getBuiltinModule('node:http');

/** How to serve a sandbox over HTTP. */
export interface ServeOptions {
  /** The sandbox to serve. Default: a new one. */
  readonly sandbox?: Sandbox;
  /** Port to listen on; 0 for any free one. Default 4010. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`; anything else opens the sandbox to the network. */
  readonly hostname?: string;
  /** Milliseconds within which the headers of a request must be there, else it is a 408. Default 60,000. */
  readonly headersTimeout?: number;
  /** Milliseconds within which a request must be there with its body, else it is a 408. Default 300,000. */
  readonly requestTimeout?: number;
  /** Milliseconds between two looks for requests that are too late. Default 30,000. */
  readonly connectionsCheckingInterval?: number;
  /** Whether `GET /` is the inspector, a page that shows and steers the sandbox. Default `true`. */
  readonly inspector?: boolean;
}

/** A sandbox that answers over HTTP. */
export interface SandboxServer {
  /** For example `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  readonly sandbox: Sandbox;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  /** As `close`, at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves a sandbox over HTTP; rejects with the system's error, for instance `EADDRINUSE`. */
export async function serve(options: ServeOptions = {}): Promise<SandboxServer> {
  const { sandbox = createSandbox(), port = 4010, hostname = '127.0.0.1', inspector = true } = options;
  const { requestTimeout = 300_000, connectionsCheckingInterval = 30_000 } = options;
  const { headersTimeout = Math.min(60_000, requestTimeout) } = options;
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval };
  // Pipelined requests take effect in their order: a body may still arrive when the next request is there.
  const latest = new WeakMap<Socket, Promise<void>>();
  const respond = async (before: Promise<void> | undefined, ...exchange: Exchange) => {
    try {
      if (before) await before;
      await answer(sandbox, inspector, ...exchange);
    } catch (error) {
      exchange[1].destroy(error as Error);
    }
  };
  const server = createServer(timeouts, (...exchange) => {
    const { socket } = exchange[0];
    latest.set(socket, respond(latest.get(socket), ...exchange));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    sandbox,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Exchange = [incoming: IncomingMessage, outgoing: ServerResponse];

async function answer(
  sandbox: Sandbox,
  inspector: boolean,
  ...[incoming, outgoing]: Exchange
): Promise<void> {
  const request = requestFrom(incoming, outgoing);
  const isPage = inspector && request.path === '/' && (request.method === 'GET' || request.method === 'HEAD');
  const reply = isPage ? await inspectorAnswer() : await sandbox.handle(request);
  if ('network' in reply) return breakOff(reply, incoming, outgoing);
  const { status, headers, body } = reply;
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers);
    await pipeline(body, outgoing).catch(() => {});
    return;
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  // A HEAD answer has no body to measure, and a 204 none to announce.
  const measured =
    status === 204 || incoming.method === 'HEAD' ? headers : { ...headers, 'content-length': length };
  outgoing.writeHead(status, measured);
  outgoing.end(body);
  if (!incoming.readableEnded) incoming.resume();
}

/** Lets happen to the connection what a fault says; a call that hangs ends with its caller or the server. */
function breakOff(reply: BrokenConnection, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming;
  switch (reply.network) {
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'drop':
      // Bytes left unread would make the system reset the connection instead of closing it.
      if (incoming.complete) socket.destroy();
      else incoming.resume().once('end', () => socket.destroy());
      return;
    case 'cut': {
      const { half, length } = halved(reply.answer.body);
      outgoing.writeHead(reply.answer.status, { ...reply.answer.headers, 'content-length': length });
      outgoing.write(half, () => socket.destroy());
      return;
    }
    default:
  }
}

function requestFrom(incoming: IncomingMessage, outgoing: ServerResponse): IncomingRequest {
  const { method = 'GET', url = '/', headers } = incoming;
  const target = /^https?:\/\/[^/]*/i.exec(url)?.[0];
  const relative = url.slice(target?.length ?? 0) || '/';
  const mark = relative.indexOf('?');
  return {
    method,
    origin: target ?? `http://${headers.host ?? 'localhost'}`,
    path: mark < 0 ? relative : relative.slice(0, mark),
    query: mark < 0 ? '' : relative.slice(mark),
    headers: {
      get: (name) => first(headers[name]),
      forEach: (visit) => {
        for (const [name, value] of Object.entries(headers)) visit(first(value) ?? '', name);
      },
    },
    // Made for whoever asks: only the few that are kept waiting do.
    get signal() {
      return untilClosed(outgoing);
    },
    read: (limit) => readIncoming(incoming, limit),
  };
}

function untilClosed(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  if (outgoing.destroyed) gone.abort();
  return gone.signal;
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value.join(', ') : value) ?? null;
}

function readIncoming(incoming: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    // While an earlier request of the connection was answered, its caller may have left.
    if (incoming.destroyed) throw new CallerGone();
    const collector = new BodyCollector(limit, incoming.headers['content-length']);
    incoming.on('data', (chunk: Uint8Array) => {
      if (collector.add(chunk)) return;
      incoming.pause();
      resolve(undefined);
    });
    incoming.once('end', () => resolve(collector.finish()));
    incoming.once('error', (error) => reject(new CallerGone(error)));
    incoming.once('close', () => {
      if (!incoming.readableEnded) reject(new CallerGone());
    });
  });
}
