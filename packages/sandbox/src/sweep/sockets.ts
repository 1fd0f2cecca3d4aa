import { moduleOf, node } from './runtime.ts';

/** A handle of the process, as Node shows it: a socket, a server or a child process. */
interface Handle {
  readonly destroyed?: boolean;
  readonly remoteAddress?: string;
  readonly remotePort?: number;
  readonly localPort?: number;
  /** The server that accepted it. */
  readonly server?: object | null;
  /** Set for standard input and output. */
  readonly fd?: number;
  /** The streams of a child process. */
  readonly stdio?: readonly unknown[];
  readonly _handle?: object | null;
  address?(): unknown;
}

/** The sockets in use: of what another process may still say something on, each once: `a socket (127.0.0.1:6379)`. */
export interface Sockets {
  readonly isAny: boolean;
  readonly ofOthers: readonly string[];
}

/** Looks at the sockets of this process. If both ends of one are in this process, it is not of others. */
export function socketsInUse(): Sockets {
  const resources = node?.getActiveResourcesInfo?.() ?? [];
  if (!resources.some((name) => name === 'TCPSocketWrap' || name === 'PipeWrap')) return noSockets;
  const all: readonly Handle[] = node?._getActiveHandles?.() ?? [];
  const streams = new Set(all.flatMap(({ stdio = [] }) => stdio));
  const open = all.filter(
    (one) => isSocket(one) && !one.destroyed && one.fd === undefined && !streams.has(one),
  );
  const ports = new Set(all.filter((one) => !isSocket(one)).map((server) => portOf(server.address?.())));
  const ofPorts = open.filter(({ remotePort }) => remotePort !== undefined);
  const ofOthers = ofPorts.filter(
    ({ remotePort, localPort }) => !ports.has(remotePort) && !ports.has(localPort),
  );
  // A Unix socket does not show its other end. One that a server of this process accepted is the other end of another.
  const ofFiles = open.filter(({ _handle }) => _handle?.constructor.name === 'Pipe');
  const accepted = ofFiles.filter(({ server }) => server);
  const names = ofOthers.map(({ remoteAddress, remotePort }) => `a socket (${remoteAddress}:${remotePort})`);
  if (ofFiles.length > 2 * accepted.length) names.push('a Unix socket');
  return { isAny: ofPorts.length + ofFiles.length > 0, ofOthers: [...new Set(names)] };
}

const noSockets: Sockets = { isAny: false, ofOthers: [] };

function isSocket(handle: object): boolean {
  const { Socket } = moduleOf<{ Socket: new () => object }>('node:net') ?? {};
  return Socket !== undefined && handle instanceof Socket;
}

function portOf(address: unknown): number | undefined {
  return (address as { readonly port?: number } | null | undefined)?.port;
}
