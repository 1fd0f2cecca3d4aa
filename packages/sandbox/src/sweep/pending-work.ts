import { pause, turn } from '../service/kernel/timers.ts';
import { intercept, node } from './process.ts';
import { Sockets } from './sockets.ts';

const asyncHooks = node?.getBuiltinModule?.('node:async_hooks');

/** Work that ends by itself, as `async_hooks` calls it. */
const work = /REQ|CONNECTWRAP|WRITEWRAP|SHUTDOWNWRAP|QUERYWRAP|PROCESSWRAP|^(Immediate|Timeout|WORKER|ZLIB)$/;

/** Work in another process or thread, and what a report calls it. Real timers are left out, because the test runner also has some. */
const outside: Readonly<Record<string, string>> = { PROCESSWRAP: 'another process', WORKER: 'a thread' };

/** The work of this process that has begun, and its sockets. Empty in other runtimes than Node. */
export class PendingWork {
  /** The number of callbacks that ran, and of pieces of work that began. */
  events = 0;
  /** The number of pauses since the last of them. */
  pauses = 0;
  readonly sockets = new Sockets();
  readonly #begun = new Map<number, { readonly type: string; readonly isRunning: () => boolean }>();
  /** What the sweep itself waits for. */
  readonly #ofSweep = new Set<number>();
  /** Sockets that have sent nothing yet, by the number that `async_hooks` gives them. */
  readonly #silent = new Set<number>();
  readonly #cryptography = watchCryptography();
  #isSweepWaiting = false;
  readonly #hook = asyncHooks
    ?.createHook({
      init: (id, type, _trigger, resource: Resource) => {
        // Node 22 does not have `trackPromises`.
        if (this.#isSweepWaiting || type === 'PROMISE') {
          this.#ofSweep.add(id);
          return;
        }
        this.#happened();
        if (/^(?:TCP|PIPE)WRAP$/.test(type)) this.#silent.add(id);
        if (work.test(type)) this.#begun.set(id, { type, isRunning: runningOf(type, resource) });
      },
      before: (id) => {
        if (this.#silent.delete(id)) this.sockets.inspect();
        this.sockets.received(id, this.pauses);
        if (!this.#ofSweep.has(id)) this.#happened();
      },
      destroy: (id) => {
        for (const ids of [this.#ofSweep, this.#silent, this.#begun]) ids.delete(id);
      },
      // Promises settle within a turn, and watching them is slow.
      trackPromises: false,
    })
    .enable();

  /** Whether any work is running, and which other processes and threads are, if these count. */
  running(isOutsideCounted: () => boolean): { readonly isAny: boolean; readonly outside: readonly string[] } {
    const types = [...this.#begun.values()].flatMap(({ type, isRunning }) => (isRunning() ? [type] : []));
    const counted = types.filter((type) => outside[type] === undefined || isOutsideCounted());
    const isAny = counted.length > 0 || this.#cryptography.count > 0;
    return { isAny, outside: counted.flatMap((type) => outside[type] ?? []) };
  }

  async wait(isPause: boolean): Promise<void> {
    this.#isSweepWaiting = true;
    const waiting = isPause ? pause(1) : turn();
    this.#isSweepWaiting = false;
    const seen = this.events;
    await waiting;
    if (seen === this.events) this.pauses += Number(isPause);
  }

  #happened(): void {
    this.events += 1;
    this.pauses = 0;
  }

  forget(): void {
    this.#begun.clear();
  }

  end(): void {
    this.#hook?.disable();
    this.#cryptography.end();
  }
}

interface Resource {
  /** Timers have it: whether the process stays alive for them. */
  hasRef?(): boolean;
  /** Set if the end of a cryptographic job is awaited. Others are done, or counted by themselves. */
  readonly ondone?: unknown;
  /** What a stream that compresses works on. */
  readonly buffer?: unknown;
}

function runningOf(type: string, resource: Resource): () => boolean {
  if (type === 'ZLIB') return () => Boolean(resource.buffer);
  if (type.endsWith('REQUEST')) return () => resource.ondone !== undefined;
  return () => resource.hasRef?.() !== false;
}

/** Counts the running jobs of `crypto.subtle`: the runtime does not show which ones have finished. */
function watchCryptography(): { readonly count: number; end(): void } {
  let count = 0;
  // Pages have it only on https and localhost.
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  const prototype = subtle && (Object.getPrototypeOf(subtle) as object);
  const putBack = intercept(prototype, /^(?!constructor$)/, (call) => {
    const result = call();
    if (!(result instanceof Promise)) return result;
    count += 1;
    const done = () => {
      count -= 1;
    };
    result.then(done, done);
    return result;
  });
  return {
    get count() {
      return count;
    },
    end: () => {
      for (const undo of putBack) undo();
    },
  };
}
