import { node } from './process.ts';

const { Socket } = node?.getBuiltinModule?.('node:net') ?? {};

/** A socket, with what has no types. Servers and child processes have only some of it. */
interface Handle extends InstanceType<NonNullable<typeof Socket>> {
  /** The server that accepted it. */
  readonly server?: object | null;
  /** Set for standard input and output. */
  readonly fd?: number;
  /** The streams of a child process. */
  readonly stdio?: readonly unknown[];
  /** `fd` is -1 for one that the system has not opened, such as those that MSW answers; on Windows for all. */
  readonly _handle?: { readonly fd?: number; getAsyncId?(): number } | null;
}

/** Pauses after which a response is late: four times as many as the slowest of its server took, within these bounds. */
export const late = { least: 100, most: 500 };

/** Inspects the sockets of this process. A socket is "of others" if its other end is in another process. */
export class Sockets {
  /** Those of others, by the number that `async_hooks` gives them. */
  readonly #byId = new Map<number, Handle>();
  /** The bytes that had been written to each when it last received data. */
  readonly #answered = new WeakMap<Handle, number>();
  readonly #slowest = new Map<string, number>();
  /** The bytes that had passed on each before the sweep: other code may have left it open. */
  readonly #before = new WeakMap<Handle, number>();

  constructor() {
    for (const socket of socketsIn(handlesInUse())) this.#before.set(socket, bytesOf(socket));
  }

  inspect() {
    const resources = node?.getActiveResourcesInfo?.() ?? [];
    if (!resources.some((name) => name === 'TCPSocketWrap' || name === 'PipeWrap')) return none;
    const all = handlesInUse();
    const open = socketsIn(all);
    const addresses = all.filter((one) => !isSocket(one)).map((server) => server.address?.());
    const ports = new Set(
      addresses.map((address) => (address as { port?: number } | null | undefined)?.port),
    );
    const ofPorts = open.filter(({ remotePort }) => remotePort !== undefined);
    const ofFiles = open.filter(({ _handle }) => _handle?.constructor.name === 'Pipe');
    // A Unix socket does not show its other end. One that a server of this process accepted is the other end of another.
    const areOfOthers = ofFiles.length > 2 * ofFiles.filter(({ server }) => server).length;
    const ofOthers = [
      ...ofPorts.filter(({ remotePort, localPort }) => !ports.has(remotePort) && !ports.has(localPort)),
      ...(areOfOthers ? ofFiles.filter(({ server }) => !server) : []),
    ];
    this.#remember(ofOthers);
    // Something was written to these since they last sent data, or they are new: a database will respond.
    const awaited = ofOthers.filter((one) => this.#isAwaited(one));
    const isUsed = (one: Handle) => bytesOf(one) !== this.#before.get(one);
    return {
      /** Whether any of them opened since the sweep began, or something has passed on it. */
      isAnyUsed: ofPorts.some(isUsed) || ofFiles.some(isUsed),
      /** Those that lead to another process, each once: `a socket (…)`. */
      ofOthers: namesOf(ofOthers),
      /** Those of them that opened since the sweep began, or on which something has passed. */
      usedOfOthers: namesOf(ofOthers.filter(isUsed)),
      /** Pauses after which the responses that are due from them are late; 0 if none is due. */
      lateAfter: Math.max(0, ...awaited.map((one) => this.#lateAfter(nameOf(one)))),
    };
  }

  /** Notes that a socket received data after some pauses, before the code that this wakes can write again. */
  received(id: number, pauses: number): void {
    const socket = this.#byId.get(id);
    if (!socket) return;
    if (this.#isAwaited(socket)) {
      const name = nameOf(socket);
      this.#slowest.set(name, Math.max(pauses, this.#slowest.get(name) ?? 0));
    }
    this.#answered.set(socket, socket.bytesWritten);
  }

  /** Expects no response to what was written so far: not everything has one. */
  giveUp(): void {
    for (const socket of this.#byId.values()) this.#answered.set(socket, socket.bytesWritten);
  }

  #isAwaited(socket: Handle): boolean {
    return socket.bytesWritten > (this.#answered.get(socket) ?? 0);
  }

  #lateAfter(name: string): number {
    return Math.min(late.most, Math.max(late.least, 4 * (this.#slowest.get(name) ?? late.most)));
  }

  #remember(sockets: readonly Handle[]): void {
    this.#byId.clear();
    for (const socket of sockets) {
      this.#byId.set(socket._handle?.getAsyncId?.() ?? 0, socket);
      if (this.#answered.has(socket)) continue;
      // Data that came before may have been the response, and some servers send first.
      const start = this.#before.has(socket) ? 0 : -1;
      this.#answered.set(socket, socket.bytesRead > 0 ? socket.bytesWritten : start);
    }
  }
}

const handlesInUse = () => (node?._getActiveHandles?.() ?? []) as readonly Handle[];

const none = { isAnyUsed: false, ofOthers: [], usedOfOthers: [], lateAfter: 0 };

function socketsIn(handles: readonly Handle[]): readonly Handle[] {
  const streams = new Set(handles.flatMap(({ stdio = [] }) => stdio));
  return handles.filter((one) => isSocket(one) && isOpen(one) && one.fd === undefined && !streams.has(one));
}

const isOpen = ({ destroyed, pending, _handle }: Handle): boolean =>
  !destroyed && !pending && (_handle?.fd !== -1 || node?.platform === 'win32');

const isSocket = (handle: object) => Socket !== undefined && handle instanceof Socket;
const bytesOf = ({ bytesRead, bytesWritten }: Handle) => bytesRead + bytesWritten;
const namesOf = (sockets: readonly Handle[]) => [...new Set(sockets.map(nameOf))];

const nameOf = ({ remoteAddress, remotePort }: Handle): string =>
  remotePort === undefined ? 'a Unix socket' : `a socket (${remoteAddress}:${remotePort})`;
