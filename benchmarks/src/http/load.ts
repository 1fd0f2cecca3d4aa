import { connect, type Socket } from 'node:net';

/** The requests that all connections send in turn, for some time. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: readonly {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
  readonly milliseconds: number;
  /** Most requests; without it, as many as fit into the time. */
  readonly most?: number;
}

/** The figures of one load. */
export interface LoadFigures {
  readonly requests: number;
  /** Response time of the 99th percentile in milliseconds. */
  readonly p99: number;
  /** Longest response time in milliseconds. */
  readonly longest: number;
}

process.on('message', async (load: Load) => process.send?.(await send(load)));
process.once('disconnect', () => process.exit());
process.send?.('ready');

/** Each connection sends its next request as soon as the last one is answered. */
async function send(load: Load): Promise<LoadFigures> {
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const messages = load.requests.map((request) => message(load.port, request));
  const end = performance.now() + load.milliseconds;
  const times: number[] = [];
  let sent = 0;
  const most = load.most ?? Infinity;
  const next = () =>
    sent < most && performance.now() < end ? messages[sent++ % messages.length] : undefined;
  await Promise.all(sockets.map((socket) => sendWhile(socket, next, times)));
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    longest: times.at(-1) ?? Number.NaN,
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function message(port: number, { path, headers, body }: Load['requests'][number]): Buffer {
  const all = { host: `127.0.0.1:${port}`, 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function sendWhile(socket: Socket, next: () => Buffer | undefined, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    let sentAt = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (!complete(received)) return;
      if (!received.startsWith('HTTP/1.1 2')) return reject(new Error(received));
      received = '';
      times.push(performance.now() - sentAt);
      step();
    });
    const step = () => {
      const request = next();
      if (!request) return void socket.end(resolve);
      sentAt = performance.now();
      socket.write(request);
    };
    step();
  });
}

/** Whether a response is complete, judging by its length or its last chunk. */
function complete(response: string): boolean {
  const head = response.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response);
  return length ? response.length >= head + 4 + Number(length[1]) : response.endsWith('\r\n0\r\n\r\n');
}
