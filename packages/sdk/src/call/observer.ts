import type { MailrigError } from '../errors/mailrig-error.ts';
import type { CallEvent, Hooks, RequestEvent } from '../options/hooks.ts';
import { createLog } from '../options/logger.ts';
import { notify } from '../runtime/callbacks.ts';
import { after, longWait } from '../runtime/time.ts';
import type { Settings } from '../options/options.ts';
import { readRateLimit } from '../runtime/rate-limit.ts';
import { traceCall } from '../options/tracing.ts';
import type { WireRequest } from './wire-request.ts';

/** The event of each hook. */
type Events = { [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** A reader of events: the log, or the caller's hooks. */
type Reader = { readonly [Name in keyof Events]?: ((event: Events[Name]) => unknown) | undefined };

/** A retry, without its request. */
type RetryFacts = Pick<Events['onRetry'], 'attempt' | 'error' | 'wait'>;

/** Passes the events of calls to their readers: log, hooks and trace. */
export type Observer = NonNullable<ReturnType<typeof createObserver>>;

/** Passes on the events of one call. */
export type CallObserver = ReturnType<Observer['call']>;

/**
 * Makes the observer of one client. A reader that fails never affects a call.
 *
 * @returns `undefined` if there are no hooks, no logger and no tracing.
 */
export function createObserver(settings: Settings) {
  const { logger, tracing, time } = settings;
  const hooks: Reader | undefined = settings.hooks;
  if (!hooks && !logger && !tracing) return undefined;
  const log = createLog(settings);
  const reader: Reader = log;
  const emit = <Name extends keyof Events>(name: Name, event: Events[Name]) => {
    reader[name]?.(event);
    notify(
      () => hooks?.[name]?.(event),
      () => log.failed(`hook ${name}`),
    );
  };
  const start = (call: CallEvent) => traceCall(tracing, call, () => log.failed('tracing'));

  return {
    /** A run, or a call that polls, waits long. */
    waits: (operation: string, reason: string) => log.waits({ operation }, reason),

    /** A callback of one call failed, such as `onProgress`. */
    callbackFailed: (name: string) => log.failed(name),

    /** Runs work that makes calls, so that their spans have one parent. Only the trace sees it. */
    async group<T>(call: CallEvent, work: () => Promise<T>): Promise<T> {
      const trace = start(call);
      try {
        const result = await trace.run(work);
        trace.end();
        return result;
      } catch (error) {
        trace.end(error);
        throw error;
      }
    },

    call(call: CallEvent) {
      const trace = start(call);
      const eventOf = (request: WireRequest, attempt: number): RequestEvent => {
        const { method, path, pathTemplate, idempotencyKey } = request;
        return { ...call, method, path, pathTemplate, attempt, idempotencyKey };
      };
      return {
        /** Runs the call in the context of its trace. */
        run: <T>(work: () => T): T => trace.run(work),

        /** The call begins to wait for its turn. Call the result when it no longer waits. */
        waitsForTurn: () => after(longWait, () => log.waits(call, 'for the rate limit')),

        /** An attempt begins. It ends with `answered` or `lost`. */
        attempt(request: WireRequest, attempt: number) {
          const event = eventOf(request, attempt);
          emit('onRequest', event);
          log.body(event, 'request', () => (typeof request.body === 'string' ? request.body : undefined));
          const traced = trace.startAttempt({ ...event, url: request.url.replace(/[?#].*/s, '') });
          const begin = time.elapsed();
          return {
            /** Headers of the trace. */
            headers: request.toStore ? {} : traced.headers,

            /** Runs the request in the context of its trace. */
            run: <T>(work: () => T): T => traced.run(work),

            answered({ status, headers }: Response, text: string, requestId: string | undefined) {
              const duration = time.elapsed() - begin;
              const result = { ...event, status, duration, requestId, rateLimit: readRateLimit(headers) };
              traced.end(result);
              emit('onResponse', result);
              log.body(event, 'response', () => text);
            },

            lost(error: MailrigError) {
              const result = { ...event, error, duration: time.elapsed() - begin };
              traced.end(result);
              emit('onLost', result);
            },
          };
        },

        /** A retry follows after `wait` milliseconds. */
        retry(request: WireRequest, { attempt, error, wait }: RetryFacts) {
          emit('onRetry', { ...eventOf(request, attempt), error, wait });
        },

        /** The call succeeded. */
        done: () => trace.end(),

        failed(error: MailrigError) {
          trace.end(error);
          emit('onFailure', { ...call, error });
        },
      };
    },
  };
}
