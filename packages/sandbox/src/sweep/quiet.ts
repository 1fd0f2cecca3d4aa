import { elapsed, pause, turn } from '../service/kernel/timers.ts';
import { watchCryptography } from './cryptography.ts';
import { node } from './runtime.ts';
import { Sockets } from './sockets.ts';

/** Tracks the pending work of the app. */
export type Watch = ReturnType<typeof watch>;

/** Real time that a sweep waited for something that does not keep virtual time. */
export interface SweepWait {
  /** What it waited for, for example `a socket (127.0.0.1:6379)` or `another process`. */
  readonly for: string;
  /** How often it waited for a millisecond or more. */
  readonly times: number;
  /** The longest of these waits, in milliseconds. */
  readonly longest: number;
}

/** Turns of the event loop without anything new that count as quiet. */
const calmTurns = 2;
/**
 * Pauses without anything new that count as quiet, by what may still say something on a socket, or has to respond on it.
 * A pause takes a millisecond, and longer on a busy machine, where another process needs longer, too.
 */
const silence = { none: 0, thisProcess: 2, anotherProcess: 10, response: 500 };
/** Turns after which waiting for files and the like takes breaks. */
const eagerTurns = 200;

/** Work that ends by itself, as `async_hooks` calls it. */
const work = /REQ|CONNECTWRAP|WRITEWRAP|SHUTDOWNWRAP|QUERYWRAP|PROCESSWRAP|^(Immediate|Timeout|WORKER|ZLIB)$/;

/** The work with a clock of its own, and what a report calls it. Real timers may be those of the test runner. */
const clocked: Readonly<Record<string, string>> = { PROCESSWRAP: 'another process', WORKER: 'a thread' };

/** @param patience Real milliseconds to wait for work that does not end. */
export function watch(patience: number) {
  const underWay = new Map<number, { readonly type: string; readonly isRunning: () => boolean }>();
  const ours = new Set<number>();
  const sockets = new Sockets();
  /** Sockets that have said nothing yet, by the number that `async_hooks` gives them. */
  const unheard = new Set<number>();
  let [events, isOurs] = [0, false];
  const hook = node?.getBuiltinModule?.('node:async_hooks')?.createHook({
    init(id, type, _trigger, resource: Resource) {
      // Node 22 does not have `trackPromises`.
      if (isOurs || type === 'PROMISE') {
        ours.add(id);
        return;
      }
      events += 1;
      if (/^(?:TCP|PIPE)WRAP$/.test(type)) unheard.add(id);
      if (work.test(type)) underWay.set(id, { type, isRunning: runningOf(type, resource) });
    },
    before(id) {
      if (unheard.delete(id)) sockets.look();
      sockets.hear(id);
      if (!ours.has(id)) events += 1;
    },
    destroy(id) {
      for (const ids of [ours, unheard, underWay]) ids.delete(id);
    },
    // Promises settle within a turn, and watching them is slow.
    trackPromises: false,
  });
  hook?.enable();
  const secrets = watchCryptography();

  const wait = async (isPause: boolean) => {
    isOurs = true;
    const waiting = isPause ? pause(1) : turn();
    isOurs = false;
    await waiting;
  };

  const waits = new Map<string, SweepWait>();
  const note = (since: number, reasons: ReadonlySet<string>) => {
    const taken = Math.round(elapsed() - since);
    if (taken === 0) return;
    for (const reason of reasons) {
      const { times, longest } = waits.get(reason) ?? { times: 0, longest: 0 };
      waits.set(reason, { for: reason, times: times + 1, longest: Math.max(longest, taken) });
    }
  };

  let hasOthers = sockets.look().ofOthers.length > 0;
  /** Events until the last time that it was quiet. */
  let known = 0;

  return {
    /**
     * Waits until nothing can happen by itself: no callback and no file work is under way, and sockets are silent.
     *
     * @param isAsked Whether a request from outside waits: then the process or thread that made it does, too.
     * @returns Whether it became quiet in time.
     */
    async quiet(isAsked: () => boolean): Promise<boolean> {
      const started = elapsed();
      const reasons = new Set<string>();
      let [calm, pauses, seen] = [0, 0, events];
      const isSilent = () => {
        // What is written to a socket at once is no event.
        if (events === known && !hasOthers) return true;
        const { isAnyUsed, ofOthers, usedOfOthers, isAwaited } = sockets.look();
        hasOthers = ofOthers.length > 0;
        if (events === known && !isAwaited) return true;
        for (const name of usedOfOthers) reasons.add(name);
        const used = usedOfOthers.length > 0 ? 'anotherProcess' : isAnyUsed ? 'thisProcess' : 'none';
        if (pauses < silence[isAwaited ? 'response' : used]) return false;
        sockets.giveUp();
        return true;
      };
      for (let turns = 0; ; turns += 1) {
        const isPause = calm >= calmTurns || turns >= eagerTurns;
        await wait(isPause);
        if (seen !== events) [calm, pauses, seen] = [0, 0, events];
        else {
          pauses += Number(isPause);
          const running = [...underWay.values()].filter(({ isRunning }) => isRunning());
          const busy = running.filter(({ type }) => clocked[type] === undefined || !isAsked());
          for (const { type } of busy) if (clocked[type] !== undefined) reasons.add(clocked[type]);
          if (busy.length === 0 && secrets.count === 0) calm += 1;
        }
        const isQuiet = calm >= calmTurns && isSilent();
        if (!isQuiet && elapsed() - started <= patience) continue;
        note(started, reasons);
        if (isQuiet) known = events;
        // It may be a timer or a process that was never meant to end.
        else if (pauses >= silence.anotherProcess) underWay.clear();
        else return false;
        return true;
      }
    },
    /**
     * Waits until another process says something on a socket, up to a moment of real time.
     *
     * @returns Whether one may still do so.
     */
    async hears(until: number): Promise<boolean> {
      const { ofOthers } = sockets.look();
      if (ofOthers.length === 0) return false;
      const [started, seen] = [elapsed(), events];
      while (events === seen && elapsed() < until) await wait(true);
      note(started, new Set(ofOthers));
      return elapsed() < until;
    },
    /** What the real time so far was spent on. */
    get waits(): SweepWait[] {
      return [...waits.values()];
    },
    /** Forgets what is under way: a new run begins. */
    restart: () => underWay.clear(),
    end: () => {
      hook?.disable();
      secrets.end();
    },
  };
}

/** What `async_hooks` shows of work. */
interface Resource {
  /** Timers have it: whether the process stays alive for them. */
  hasRef?(): boolean;
  /** Set if the end of a cryptographic job is awaited. Others are done, or counted by themselves. */
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
