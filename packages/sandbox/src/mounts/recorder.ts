import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Recorder } from '@mailrig/probes';

// A static import would evaluate all exports of `node:http` and load Node's whole fetch.
const { createServer } = process.getBuiltinModule('node:http');

/** A server that passes its requests to a recorder. It is not listening yet. */
export function recorderServer(recorder: Recorder): Server {
  return createServer((incoming, outgoing) => {
    pass(recorder, incoming, outgoing).catch(() => outgoing.destroy());
  });
}

async function pass(recorder: Recorder, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await recorder.handle(await requestFrom(incoming));
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  outgoing.writeHead(response.status, response.statusText || undefined, headers);
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function requestFrom(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers, rawHeaders, socket } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const own = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    own.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const path = url.startsWith('/') ? url : new URL(url).pathname;
  return new Request(`http://${headers.host ?? `127.0.0.1:${socket.localPort}`}${path}`, {
    method,
    headers: own,
    ...(body.length > 0 && method !== 'GET' && method !== 'HEAD' && { body }),
  });
}
