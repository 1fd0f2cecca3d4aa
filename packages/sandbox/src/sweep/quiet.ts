import { elapsed } from '../service/kernel/timers.ts';
import { PendingWork } from './pending-work.ts';
import { listed } from './scenario.ts';
import { late } from './sockets.ts';

/** Real time that a sweep waited for something that does not keep virtual time. */
export interface SweepWait {
  /** What it waited for, for example `a socket (…)` or `another process`. */
  readonly for: string;
  /** How often it waited for a millisecond or more. */
  readonly times: number;
  /** The longest of these waits, in milliseconds. */
  readonly longest: number;
}

/** `awake`: another process woke the app again and again. `busy`: the time limit passed, or the sweep is to end. */
type Ending = 'quiet' | 'awake' | 'busy';

/** Turns of the event loop without anything new that count as quiet, and how many if nothing was new since the last time. */
const quietTurns = { usual: 2, unchanged: 1 };
/** Pauses without anything new that count as quiet if no response is due, by who may still send something. */
const silence = { none: 0, thisProcess: 2, anotherProcess: 10 };
/** Turns after which waiting for files and the like takes pauses. */
const eagerTurns = 200;
/** Real milliseconds for which another process may keep the app awake before virtual time moves. */
const longestAwake = 250;

/** Waits until the app can do nothing more by itself. Notes the real time that this takes, and why. */
export class RealWaits {
  /** Real milliseconds that were spent on something outside so far. */
  waited = 0;
  readonly work = new PendingWork();
  readonly #timeout: number;
  readonly #signal: AbortSignal | undefined;
  readonly #waits = new Map<string, SweepWait>();
  #reasons = new Set<string>();
  /** Events until the last time that it was quiet. */
  #known = 0;
  #hasOthers: boolean;

  /** @param timeout Real milliseconds to wait for work that does not end. */
  constructor(timeout: number, signal: AbortSignal | undefined) {
    this.#timeout = timeout;
    this.#signal = signal;
    this.#hasOthers = this.work.sockets.inspect().ofOthers.length > 0;
  }

  /** Waits until nothing can happen by itself: if something `canPass`, a late response may depend on it, as for a lock. */
  async untilQuiet(hasOutsideRequest: () => boolean, canPass: () => boolean): Promise<Ending> {
    const started = elapsed();
    this.#reasons = new Set();
    let [quiet, seen, ending]: [number, number, Ending | undefined] = [0, this.work.events, undefined];
    this.work.pauses = 0;
    for (let turns = 0; !ending; turns += 1) {
      const isPause = quiet >= this.#quietTurns || turns >= eagerTurns;
      await this.work.wait(isPause);
      const isNew = seen !== this.work.events;
      if (isNew) [quiet, seen] = [0, this.work.events];
      else {
        const { isAny, outside } = this.work.running(() => !hasOutsideRequest());
        for (const name of outside) this.#reasons.add(name);
        if (!isAny) quiet += 1;
      }
      const waited = elapsed() - started;
      const isOver = waited > this.#timeout || this.#signal?.aborted === true;
      if (quiet >= this.#quietTurns && this.#isSilent(canPass())) {
        this.#known = this.work.events;
        ending = 'quiet';
      } else if (isNew && waited > longestAwake && this.#isKeptAwake()) ending = 'awake';
      else if (isOver) {
        ending = this.work.pauses < silence.anotherProcess ? 'busy' : 'quiet';
        // It may be a timer or a process that was never meant to end.
        if (ending === 'quiet') this.work.forget();
      }
    }
    this.#note(started);
    return ending;
  }

  /** Waits until another process sends something, up to a moment of real time. Returns whether one still may. */
  async receives(until: number): Promise<boolean> {
    const { ofOthers } = this.work.sockets.inspect();
    this.#reasons = new Set(ofOthers);
    if (ofOthers.length === 0) return false;
    const [started, seen] = [elapsed(), this.work.events];
    const isOver = () => elapsed() >= until || this.#signal?.aborted === true;
    while (this.work.events === seen && !isOver()) await this.work.wait(true);
    this.#note(started);
    return !isOver();
  }

  /** Whether nothing has happened since it was quiet, and only code of this process can make something happen. */
  get isSame(): boolean {
    return this.work.events === this.#known && !this.#hasOthers;
  }

  /** What the last wait was for, for example `: it waits for …`; empty if nothing is known. */
  get reason(): string {
    return this.#reasons.size === 0 ? '' : `: it waits for ${listed([...this.#reasons])}`;
  }

  get waits() {
    return [...this.#waits.values()];
  }

  /** If nothing is new since the last time, only promises can be open, and one turn runs all of them. */
  get #quietTurns(): number {
    return this.work.events === this.#known ? quietTurns.unchanged : quietTurns.usual;
  }

  #isSilent(canPass: boolean): boolean {
    // What is written to a socket at once is no event.
    if (this.isSame) return true;
    const { isAnyUsed, ofOthers, usedOfOthers, lateAfter } = this.work.sockets.inspect();
    this.#hasOthers = ofOthers.length > 0;
    if (this.work.events === this.#known && lateAfter === 0) return true;
    for (const name of usedOfOthers) this.#reasons.add(name);
    const used = usedOfOthers.length > 0 ? 'anotherProcess' : isAnyUsed ? 'thisProcess' : 'none';
    const response = canPass ? lateAfter : late.most;
    if (this.work.pauses < (lateAfter > 0 ? response : silence[used])) return false;
    this.work.sockets.giveUp();
    return true;
  }

  #isKeptAwake(): boolean {
    const { usedOfOthers } = this.work.sockets.inspect();
    for (const name of usedOfOthers) this.#reasons.add(name);
    return usedOfOthers.length > 0;
  }

  #note(since: number): void {
    const taken = Math.round(elapsed() - since);
    if (taken === 0) return;
    this.waited += this.#reasons.size > 0 ? taken : 0;
    for (const reason of this.#reasons) {
      const { times, longest } = this.#waits.get(reason) ?? { times: 0, longest: 0 };
      this.#waits.set(reason, { for: reason, times: times + 1, longest: Math.max(longest, taken) });
    }
  }
}
