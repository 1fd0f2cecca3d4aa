import { halved } from './exchange-result.ts';
import { BodyTaken, type IncomingRequest, readStream, streamParts, urlParts } from './request.ts';
import type { SandboxResponse } from '../wire/envelope.ts';

/** A platform `Request` in the form of the sandbox. */
export function fromRequest(request: Request): IncomingRequest {
  return {
    method: request.method,
    ...urlParts(new URL(request.url)),
    headers: request.headers,
    signal: request.signal,
    read: (limit) => {
      if (request.bodyUsed || request.body?.locked) throw new BodyTaken();
      return readStream(request.body, limit, request.headers.get('content-length'));
    },
    parts: () => streamParts(request.body),
  };
}

/** A response as a platform `Response`. */
export function responseFrom({ status, headers, body }: SandboxResponse): Response {
  return new Response(body as BodyInit | null, { status, headers });
}

/** The `cause` of the error that Node's fetch throws when the other side breaks the connection. */
export function connectionLost(how: 'reset' | 'drop'): Error {
  return how === 'reset'
    ? Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
    : Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
}

/** A response whose headers announce the whole body and whose body breaks off halfway, after `until`. */
export function brokenBody(
  { status, headers, body }: SandboxResponse,
  until: () => Promise<void> | undefined = () => undefined,
): Response {
  const { half, length } = halved(body);
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        controller.enqueue(half);
        return;
      }
      await until();
      controller.error(new TypeError('terminated', { cause: connectionLost('drop') }));
    },
  });
  return new Response(stream, { status, headers: { ...headers, 'content-length': String(length) } });
}
