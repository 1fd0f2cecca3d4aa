import type { Duplex } from 'node:stream';
import { Sandbox } from '../control/sandbox.ts';
import { Random } from '../service/kernel/random.ts';
import { metaHeaders, refusalResponse } from '../service/wire/envelope.ts';
import { Refusal } from '../service/wire/refusal.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** What Node cannot read of a request, by the code of its error. Any other is a 400. */
const known: Readonly<Record<string, readonly [status: number, refusal: Refusal]>> = {
  HPE_HEADER_OVERFLOW: [431, tooLarge('The path and headers may have at most 16 KiB')],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, tooLarge('The extensions of a chunk are too long')],
  ERR_HTTP_REQUEST_TIMEOUT: [408, new Refusal('SERVICE_UNAVAILABLE', 'The request did not arrive in time')],
};

/** Puts the refusal of something that is not a request into the error envelope. Then the connection closes. */
export type RefuseUnread = (refusal: Refusal) => {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
};

/** Makes the refusals of a server for requests that never reach the sandbox. */
export function refusesUnread(sandbox: Sandbox): RefuseUnread {
  const store = Sandbox.storeOf(sandbox);
  const ids = new Random('unreadable');
  return (refusal) => {
    const meta = { now: store.clock.now(), requestId: `req_${ids.hex(24)}`, path: '' };
    const response = refusalResponse(refusal, store.wire, meta);
    const body = String(response.body);
    const more = { connection: 'close', 'content-length': Buffer.byteLength(body) };
    return { headers: { ...response.headers, ...metaHeaders(meta), ...more }, body };
  };
}

/** Answers something that is not a request with the error envelope, and closes the connection. */
export function unreadable(refuse: RefuseUnread): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    // The same test as Node's own: a response cannot begin inside another one.
    const response: unknown = Reflect.get(socket, '_httpMessage');
    const isAnswering =
      typeof response === 'object' && response !== null && Reflect.get(response, 'headersSent');
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering === true) {
      socket.destroy();
      return;
    }
    const message = `The request is not valid HTTP: ${error.message.replace('Parse Error: ', '')}`;
    const [status, refusal] = known[error.code ?? ''] ?? [400, new Refusal('VALIDATION_ERROR', message)];
    const { headers, body } = refuse(refusal);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };
}

function tooLarge(message: string): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', message);
}
