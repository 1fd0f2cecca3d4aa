import type { CallEvent, LostEvent, RequestEvent, ResponseEvent } from './hooks.ts';

/**
 * Follows calls with spans. `mailrig/opentelemetry` makes one; write your own for other tracers. If one of
 * its functions throws, the client logs a warning and carries on without the trace.
 */
export interface Tracing {
  /** Called when a call begins. */
  startCall(call: CallEvent): CallTrace;
}

/** The trace of one call. */
export interface CallTrace {
  /** Runs the call, so that the spans of its attempts find their parent. Returns what `work` returns. */
  run<T>(work: () => T): T;
  /** Called before each attempt. */
  startAttempt(request: TracedRequest): AttemptTrace;
  /** Called once, with the error if the call fails. */
  end(error?: unknown): void;
}

/** The trace of one attempt. */
export interface AttemptTrace {
  /** Headers to send, such as `traceparent`. The upload store does not get them (A73). */
  readonly headers: Readonly<Record<string, string>>;
  /** Runs the request, so that spans made on the way find their parent. Returns what `work` returns. */
  run<T>(work: () => T): T;
  /** Called once, with the response or with the reason for having none. */
  end(result: ResponseEvent | LostEvent): void;
}

/** A request with its address. */
export interface TracedRequest extends RequestEvent {
  /** Absolute URL without its query, which can hold addresses and secrets. */
  readonly url: string;
}
