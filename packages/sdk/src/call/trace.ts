import type { CallEvent } from '../hooks.ts';
import type { AttemptTrace, CallTrace, Tracing } from '../tracing.ts';

const noAttempt: AttemptTrace = { headers: {}, run: (work) => work(), end: () => undefined };
const noCall: CallTrace = { run: (work) => work(), startAttempt: () => noAttempt, end: () => undefined };

/** Starts the trace of a call. If a function of the caller's tracing throws, calls `report` and carries on. */
export function traceCall(tracing: Tracing | undefined, call: CallEvent, report: () => void): CallTrace {
  if (!tracing) return noCall;
  const attempted = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      report();
      return otherwise;
    }
  };
  /** Runs the work once, even if the trace fails before or after it. The work must not throw. */
  const within = <T>(run: (work: () => unknown) => unknown, work: () => T): T => {
    let result: { readonly value: T } | undefined;
    attempted(() => run(() => (result = { value: work() })), undefined);
    return result ? result.value : work();
  };
  const trace = attempted(() => tracing.startCall(call), noCall);
  return {
    run: (work) => within((inner) => trace.run(inner), work),
    end: (error) => attempted(() => trace.end(error), undefined),
    startAttempt(request) {
      const attempt = attempted(() => trace.startAttempt(request), noAttempt);
      return {
        headers: attempt.headers,
        run: (work) => within((inner) => attempt.run(inner), work),
        end: (result) => attempted(() => attempt.end(result), undefined),
      };
    },
  };
}
