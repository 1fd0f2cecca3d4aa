import type { MailrigError } from '../errors/mailrig-error.ts';
import type { CallEvent, Hooks, RequestEvent } from '../options/hooks.ts';
import { createLog } from '../options/logger.ts';
import { notify } from '../runtime/callbacks.ts';
import { after, longWait, type Time } from '../runtime/time.ts';
import type { Settings } from '../options/options.ts';
import { readRateLimit } from '../runtime/rate-limit.ts';
import { type CallTrace, traceCall, type Tracing } from '../options/tracing.ts';
import type { WireRequest } from './wire-request.ts';

type Events = { [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** A reader of events: the log, or the caller's hooks. */
type Reader = { readonly [Name in keyof Events]?: ((event: Events[Name]) => unknown) | undefined };

/** A retry, without its request. */
type RetryFacts = Pick<Events['onRetry'], 'attempt' | 'error' | 'wait'>;

/**
 * Makes the observer of one client. A reader that fails never affects a call.
 *
 * @returns `undefined` if there are no hooks, no logger and no tracing.
 */
export function createObserver(settings: Settings): Observer | undefined {
  const { hooks, logger, tracing } = settings;
  return hooks || logger || tracing ? new Observer(settings) : undefined;
}

/** Passes the events of calls to their readers: log, hooks and trace. */
export class Observer {
  readonly log: ReturnType<typeof createLog>;
  readonly time: Time;
  readonly #hooks: Reader | undefined;
  readonly #tracing: Tracing | undefined;

  constructor(settings: Settings) {
    this.log = createLog(settings);
    this.time = settings.time;
    this.#hooks = settings.hooks;
    this.#tracing = settings.tracing;
  }

  /** A run, or a call that polls, waits long. */
  waits(operation: string, reason: string): void {
    this.log.waits({ operation }, reason);
  }

  /** A callback of one call failed, such as `onProgress`. */
  callbackFailed(name: string): void {
    this.log.failed(name);
  }

  /** Runs work that makes calls, so that their spans have one parent. Only the trace sees it. */
  async group<T>(call: CallEvent, work: () => Promise<T>): Promise<T> {
    const trace = this.#trace(call);
    try {
      const result = await trace.run(work);
      trace.end();
      return result;
    } catch (error) {
      trace.end(error);
      throw error;
    }
  }

  call(call: CallEvent): CallObserver {
    return new CallObserver(this, call, this.#trace(call));
  }

  /** Passes an event to the log and to its hook. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const log: Reader = this.log;
    log[name]?.(event);
    notify(
      () => this.#hooks?.[name]?.(event),
      () => this.log.failed(`hook ${name}`),
    );
  }

  #trace(call: CallEvent): CallTrace {
    return traceCall(this.#tracing, call, () => this.log.failed('tracing'));
  }
}

/** Passes on the events of one call. */
export class CallObserver {
  readonly #observer: Observer;
  readonly #call: CallEvent;
  readonly #trace: CallTrace;

  constructor(observer: Observer, call: CallEvent, trace: CallTrace) {
    this.#observer = observer;
    this.#call = call;
    this.#trace = trace;
  }

  /** Runs the call in the context of its trace. */
  run<T>(work: () => T): T {
    return this.#trace.run(work);
  }

  /** The call begins to wait for its turn. Call the result when it no longer waits. */
  waitsForTurn(): () => void {
    return after(longWait, () => this.#observer.log.waits(this.#call, 'for the rate limit'));
  }

  /** An attempt begins. It ends with `responded` or `lost`. */
  attempt(request: WireRequest, attempt: number) {
    const { log, time } = this.#observer;
    const event = this.#eventOf(request, attempt);
    this.#observer.emit('onRequest', event);
    log.body(event, 'request', () => (typeof request.body === 'string' ? request.body : undefined));
    const traced = this.#trace.startAttempt({ ...event, url: request.url.replace(/[?#].*/s, '') });
    const begin = time.elapsed();
    return {
      /** Headers of the trace. */
      headers: request.toStore ? {} : traced.headers,

      /** Runs the request in the context of its trace. */
      run: <T>(work: () => T): T => traced.run(work),

      responded: ({ status, headers }: Response, text: string, requestId: string | undefined) => {
        const duration = time.elapsed() - begin;
        const result = { ...event, status, duration, requestId, rateLimit: readRateLimit(headers) };
        traced.end(result);
        this.#observer.emit('onResponse', result);
        log.body(event, 'response', () => text);
      },

      lost: (error: MailrigError) => {
        const result = { ...event, error, duration: time.elapsed() - begin };
        traced.end(result);
        this.#observer.emit('onLost', result);
      },
    };
  }

  /** A retry follows after `wait` milliseconds. */
  retry(request: WireRequest, { attempt, error, wait }: RetryFacts): void {
    this.#observer.emit('onRetry', { ...this.#eventOf(request, attempt), error, wait });
  }

  /** The call succeeded. */
  done(): void {
    this.#trace.end();
  }

  failed(error: MailrigError): void {
    this.#trace.end(error);
    this.#observer.emit('onFailure', { ...this.#call, error });
  }

  #eventOf(request: WireRequest, attempt: number): RequestEvent {
    const { method, path, pathTemplate, idempotencyKey } = request;
    return { ...this.#call, method, path, pathTemplate, attempt, idempotencyKey };
  }
}
