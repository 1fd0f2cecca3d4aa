import type { CallEvent, LostEvent, RequestEvent, ResponseEvent } from './hooks.ts';

/**
 * Follows calls with spans. `mailrig/opentelemetry` makes one; write your own for other tracers. If one of
 * its functions throws, the client logs a warning and continues without the trace.
 */
export interface Tracing {
  /**
   * Called when a call begins. Also called for `upload`, and for a send with attachments as
   * `sendWithAttachments`: they have no attempts, because they make other calls.
   */
  startCall(call: CallEvent): CallTrace;
}

/** The trace of one call. */
export interface CallTrace {
  /**
   * Runs the call, so that the spans of its attempts find their parent. Returns what `work` returns.
   *
   * @param work Makes the call.
   */
  run<T>(work: () => T): T;
  /** Called before each attempt. */
  startAttempt(request: TracedRequest): AttemptTrace;
  /**
   * Called once, with the error if the call fails.
   *
   * @param error Why the call failed; absent if it succeeded.
   */
  end(error?: unknown): void;
}

/** The trace of one attempt. */
export interface AttemptTrace {
  /** Headers to send, such as `traceparent`. The upload store does not get them. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Runs the request, so that spans made on the way find their parent. Returns what `work` returns.
   *
   * @param work Makes the request.
   */
  run<T>(work: () => T): T;
  /** Called once, with the response or with the reason for having none. */
  end(result: ResponseEvent | LostEvent): void;
}

/** A request with its address. */
export interface TracedRequest extends RequestEvent {
  /** Absolute URL without its query, which can hold addresses and secrets. */
  readonly url: string;
}

const noAttempt: AttemptTrace = { headers: {}, run: (work) => work(), end: () => undefined };
const noCall: CallTrace = { run: (work) => work(), startAttempt: () => noAttempt, end: () => undefined };

/** Starts the trace of a call. If a function of the caller's tracing throws, calls `report` and continues. */
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
