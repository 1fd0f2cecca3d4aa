import { elapsed, pause, turn } from '../service/kernel/timers.ts';
import { watchCryptography } from './cryptography.ts';

/** Looks at what the runtime does for the app. */
export interface Watch {
  /**
   * Waits until nothing can happen by itself: no callback and no file work is under way, and sockets are silent.
   *
   * @returns Whether it became quiet in time.
   */
  quiet(): Promise<boolean>;
  /** Whether another process may still answer. */
  mayHear(): boolean;
  /** Forgets what is under way: a new run begins. */
  restart(): void;
  end(): void;
}

/** Turns of the event loop without anything new that count as quiet. */
const calmTurns = 2;
/** Real milliseconds without anything new that count as quiet, by who may still say something on a socket. */
const silence = { nobody: 0, thisProcess: 2, anotherProcess: 10 };
/** Turns after which waiting for files and the like takes breaks. */
const eagerTurns = 200;

/** Work that ends by itself, as `async_hooks` calls it. */
const work = /REQ|CONNECTWRAP|WRITEWRAP|SHUTDOWNWRAP|QUERYWRAP|PROCESSWRAP|^(Immediate|Timeout|WORKER|ZLIB)$/;

/** @param patience Real milliseconds to wait for work that does not end. */
export function watch(patience: number): Watch {
  /** Whether each is still running. */
  const underWay = new Map<number, () => boolean>();
  const ours = new Set<number>();
  let [events, isOurs] = [0, false];
  const hook = runtime('node:async_hooks')?.createHook({
    init(id, type, _trigger, resource) {
      // Node 22 knows no `trackPromises`.
      if (isOurs || type === 'PROMISE') {
        ours.add(id);
        return;
      }
      events += 1;
      if (work.test(type)) underWay.set(id, runningOf(type, resource));
    },
    before(id) {
      if (!ours.has(id)) events += 1;
    },
    destroy(id) {
      ours.delete(id);
      underWay.delete(id);
    },
    // Promises settle within a turn, and watching them is slow.
    trackPromises: false,
  });
  hook?.enable();
  const secrets = watchCryptography();

  const wait = async (turns: number) => {
    isOurs = true;
    const waiting = turns < eagerTurns ? turn() : pause(1);
    isOurs = false;
    await waiting;
  };
  const isBusy = () => secrets.count > 0 || [...underWay.values()].some((isRunning) => isRunning());

  /** Events until the last time that it was quiet. */
  let known = 0;
  const isSilent = (since: number) => events === known || elapsed() - since >= silence[whoMayAnswer()];

  return {
    async quiet() {
      const started = elapsed();
      let [calm, calmSince, seen] = [0, started, events];
      for (let turns = 0; ; turns += 1) {
        await wait(turns);
        const now = elapsed();
        if (seen !== events) [calm, calmSince, seen] = [0, now, events];
        else if (!isBusy()) calm += 1;
        if (calm >= calmTurns && isSilent(calmSince)) {
          known = events;
          return true;
        }
        if (now - started <= patience) continue;
        if (now - calmSince < silence.anotherProcess) return false;
        // It may be a timer or a process that was never meant to end.
        underWay.clear();
        return true;
      }
    },
    mayHear: () => whoMayAnswer() === 'anotherProcess',
    restart: () => underWay.clear(),
    end: () => {
      hook?.disable();
      secrets.end();
    },
  };
}

/** Who is at the other end of the sockets in use: a server of this process counts as this process. */
function whoMayAnswer(): keyof typeof silence {
  const { process } = globalThis as { process?: NodeProcess };
  if (!process?.getActiveResourcesInfo?.().includes('TCPSocketWrap')) return 'nobody';
  const handles = process._getActiveHandles?.().filter(({ destroyed }) => !destroyed) ?? [];
  const sockets = handles.filter(({ remotePort }) => remotePort !== undefined);
  const servers = handles.filter((handle) => !sockets.includes(handle));
  const served = new Set(servers.map((server) => server.address?.()?.port));
  const isOurs = sockets.every((socket) => served.has(socket.remotePort) || served.has(socket.localPort));
  return isOurs ? 'thisProcess' : 'anotherProcess';
}

/** What `async_hooks` shows of work. */
interface Resource {
  /** Timers have it: whether the process stays alive for them. */
  hasRef?(): boolean;
  /** Set if somebody waits for the end of a cryptographic job. Others are done, or counted by themselves. */
  readonly ondone?: unknown;
  /** What a stream that compresses works on. */
  readonly buffer?: unknown;
}

/** Whether some work is running, whenever it is asked. */
function runningOf(type: string, resource: Resource): () => boolean {
  if (type === 'ZLIB') return () => Boolean(resource.buffer);
  if (type.endsWith('REQUEST')) return () => resource.ondone !== undefined;
  return () => resource.hasRef?.() !== false;
}

/** The parts of Node that are used here. */
interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
  getActiveResourcesInfo?(): string[];
  _getActiveHandles?(): {
    readonly destroyed?: boolean;
    readonly remotePort?: number;
    readonly localPort?: number;
    address?(): { readonly port?: number } | null;
  }[];
}

interface AsyncHooks {
  createHook(hooks: {
    init(id: number, type: string, trigger: number, resource: Resource): void;
    before(id: number): void;
    destroy(id: number): void;
    trackPromises: boolean;
  }): { enable(): void; disable(): void };
}

/** A module of Node; `undefined` in other runtimes. */
function runtime(name: 'node:async_hooks'): AsyncHooks | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.(name) as AsyncHooks | undefined;
}
