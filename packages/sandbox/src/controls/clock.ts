import { type ClockView, getClock, moveClock } from '../control/clock.ts';
import { invoke } from '../control/verb.ts';
import type { Duration } from '../kernel/duration.ts';
import { ScopedControls } from './scoped.ts';

/** The clock that everything in a sandbox runs on. */
export class ClockControls extends ScopedControls {
  /** The time that the sandbox believes it is. */
  now(): Date {
    return new Date(invoke(getClock, this.scope, {}).now);
  }

  /** Moves the clock on, making everything happen that becomes due, each at its own moment. */
  advance(by: Duration): ClockView {
    return invoke(moveClock, this.scope, { advance: by });
  }

  /** Moves the clock on to a time: ISO 8601, milliseconds since 1970, or a `Date`. */
  advanceTo(time: string | number | Date): ClockView {
    return invoke(moveClock, this.scope, { advanceTo: time instanceof Date ? time.getTime() : time });
  }

  /** Moves the clock from one thing that is due to the next, until nothing is to come. */
  runUntilIdle(): ClockView {
    return invoke(moveClock, this.scope, { runUntilIdle: true });
  }

  /** Stops the clock where it is. */
  freeze(): ClockView {
    return invoke(moveClock, this.scope, { freeze: true });
  }

  /** Lets a frozen clock run on. */
  resume(): ClockView {
    return invoke(moveClock, this.scope, { freeze: false });
  }
}
