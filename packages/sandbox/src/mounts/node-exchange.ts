import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type BrokenConnection, halved } from '../service/routing/exchange-result.ts';
import {
  type Access,
  type Body,
  BodyCollector,
  CallerGone,
  type IncomingRequest,
  PlainHeaders,
  streamParts,
} from '../service/routing/request.ts';
import type { HeaderSource } from '../service/rules/context.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { Refusal } from '../service/wire/refusal.ts';
import { pageResponse } from './inspector.ts';
import type { RefuseUnread } from './unreadable.ts';

/** A request to Node's server, and its response. */
export type NodeExchange = [incoming: IncomingMessage, outgoing: ServerResponse];

/** How to answer requests. */
interface Serving {
  /** Whether `GET /` is the inspector. */
  readonly inspector: boolean;
  readonly access: Access;
  readonly refuse: RefuseUnread;
  /** Aborts when the server is about to close: waiting calls end then. */
  readonly closing: AbortSignal;
}

/** Answers a request from the sandbox. */
export async function respond(
  sandbox: Sandbox,
  { inspector, access, closing, refuse }: Serving,
  ...[incoming, outgoing]: NodeExchange
): Promise<void> {
  // Node takes the first, a proxy in front of it may take another (RFC 9112, section 3.2).
  if (hostsOf(incoming) > 1) {
    const refusal = new Refusal('VALIDATION_ERROR', 'A request has one Host header: send only one');
    const { headers, body } = refuse(refusal);
    outgoing.writeHead(400, headers).end(body);
    return;
  }
  const request = new NodeRequest(access, closing, incoming, outgoing);
  const isPage = inspector && request.path === '/' && (request.method === 'GET' || request.method === 'HEAD');
  const result = isPage ? await pageResponse(request) : await sandbox.handle(request);
  if ('network' in result) {
    breakOff(result, closing, incoming, outgoing);
    return;
  }
  const { status, headers, body } = result;
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers);
    whenLeft(incoming, outgoing, () => outgoing.destroy());
    await pipeline(body, outgoing).catch(() => {});
    return;
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  // Responses to HEAD, 204 and 304 have no content length.
  const measured =
    status === 204 || status === 304 || incoming.method === 'HEAD'
      ? headers
      : { ...headers, 'content-length': length };
  outgoing.writeHead(status, measured);
  outgoing.end(body);
  if (!incoming.readableEnded) incoming.resume();
}

/** Breaks the connection as the fault specifies. A hanging call ends with its caller or the server. */
function breakOff(
  result: BrokenConnection,
  closing: AbortSignal,
  ...[incoming, outgoing]: NodeExchange
): void {
  const { socket } = incoming;
  switch (result.network) {
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'drop':
      // With unread bytes, the system would reset the connection instead of closing it.
      if (incoming.complete) socket.destroy();
      else incoming.resume().once('end', () => socket.destroy());
      return;
    case 'cut': {
      const { half, length } = halved(result.response.body);
      outgoing.writeHead(result.response.status, { ...result.response.headers, 'content-length': length });
      outgoing.write(half, () => socket.destroy());
      return;
    }
    default: {
      const gone = untilLeft(closing, incoming, outgoing);
      if (gone.aborted) socket.destroy();
      else gone.addEventListener('abort', () => socket.destroy());
    }
  }
}

/** How many Host headers a request has. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}

class NodeRequest implements IncomingRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HeaderSource;
  readonly access: Access;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #closing: AbortSignal;
  #signal: AbortSignal | undefined;

  constructor(access: Access, closing: AbortSignal, ...[incoming, outgoing]: NodeExchange) {
    const { method = 'GET', url = '/', headers } = incoming;
    const target = /^https?:\/\/[^/]*/i.exec(url)?.[0];
    const relative = url.slice(target?.length ?? 0) || '/';
    const mark = relative.indexOf('?');
    this.method = method;
    this.origin = target ?? `http://${headers.host ?? 'localhost'}`;
    this.path = mark < 0 ? relative : relative.slice(0, mark);
    this.query = mark < 0 ? '' : relative.slice(mark);
    this.headers = new PlainHeaders(headers);
    this.access = access;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#closing = closing;
  }

  /** Created on demand: only waiting calls need it. */
  get signal(): AbortSignal {
    this.#signal ??= untilLeft(this.#closing, this.#incoming, this.#outgoing);
    return this.#signal;
  }

  get isLocal(): boolean {
    return /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(this.#incoming.socket.remoteAddress ?? '');
  }

  read(limit: number): Body | Promise<Body> {
    return readIncoming(this.#incoming, limit);
  }

  parts(): AsyncIterable<Uint8Array> {
    return streamParts(this.#incoming);
  }
}

/** Aborts when the caller leaves before its response is complete, or the server is about to close. */
function untilLeft(closing: AbortSignal, ...exchange: NodeExchange): AbortSignal {
  const [, outgoing] = exchange;
  const gone = new AbortController();
  const leave = () => {
    if (!outgoing.writableFinished) gone.abort();
  };
  outgoing.once('close', () => {
    closing.removeEventListener('abort', leave);
    leave();
  });
  closing.addEventListener('abort', leave);
  if (outgoing.destroyed || closing.aborted) leave();
  else whenLeft(...exchange, leave);
  return gone.signal;
}

/** Calls `leave` when the caller ends its side while it waits: usually it has gone away. */
function whenLeft(incoming: IncomingMessage, outgoing: ServerResponse, leave: () => void): void {
  const { socket } = incoming;
  socket.once('end', leave);
  outgoing.once('close', () => socket.off('end', leave));
  if (socket.readableEnded) leave();
}

function readIncoming(incoming: IncomingMessage, limit: number): Body | Promise<Body> {
  // The caller may have left while an earlier request of the connection was answered.
  if (incoming.destroyed) throw new CallerGone();
  if (incoming.complete) {
    const whole = incoming.read() as Uint8Array | null;
    if (whole === null) return '';
    return whole.length <= limit ? new Uint8Array(whole.buffer, whole.byteOffset, whole.length) : undefined;
  }
  return new Promise((resolve, reject) => {
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
