import { connect, type Socket } from 'node:net';

/** The request that every connection repeats. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
}

/**
 * Sends a total number of requests over several connections. Each connection sends its next request as
 * soon as the last one is answered. It does as little work as possible, because it shares the machine
 * with the server.
 */
export async function send(load: Load, requests: number): Promise<void> {
  // Open new connections each time, because servers close idle ones between turns.
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const request = message(load);
  let left = requests;
  const next = () => left-- > 0;
  await Promise.all(sockets.map((socket) => sendWhile(socket, request, next)));
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function message({ path, headers, body, port }: Load): Buffer {
  const all = { host: `127.0.0.1:${port}`, 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function sendWhile(socket: Socket, request: Buffer, next: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (!complete(received)) return;
      if (!received.startsWith('HTTP/1.1 2')) return reject(new Error(received));
      received = '';
      step();
    };
    const step = () => {
      if (next()) socket.write(request);
      else socket.end(resolve);
    };
    socket.on('data', onData);
    step();
  });
}

/** Whether a response is complete, judging by its length or its last chunk. */
function complete(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer);
  return length ? answer.length >= head + 4 + Number(length[1]) : answer.endsWith('\r\n0\r\n\r\n');
}
