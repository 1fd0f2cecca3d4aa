/**
 * Spans for OpenTelemetry.
 *
 * @packageDocumentation
 */

import {
  type Attributes,
  context as contexts,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from '@opentelemetry/api';
import type { AttemptTrace, TracedRequest, Tracing } from './options/tracing.ts';

export type { CallEvent, LostEvent, RequestEvent, ResponseEvent } from './options/hooks.ts';
export type { AttemptTrace, CallTrace, TracedRequest, Tracing } from './options/tracing.ts';

/** Options of `openTelemetry`. */
export interface OpenTelemetryOptions {
  /** Makes the spans. Default: the global one, at the time of each call. */
  readonly tracerProvider?: TracerProvider | undefined;
  /**
   * Whether the global propagator may add headers such as `traceparent` to the requests. Turn it off if you
   * also instrument `fetch`, which adds them itself. Default true.
   */
  readonly propagate?: boolean | undefined;
}

/**
 * Follows each call with a span, and each of its attempts with a child span that has the attributes of the
 * HTTP client conventions. Calls become children of the active span. An upload is one span with its three calls,
 * and a send with attachments one span with its uploads.
 *
 * ```ts
 * const mail = new Mailrig({ tracing: openTelemetry() });
 * ```
 *
 * The spans hold no key, no query, no body and no address.
 */
export function openTelemetry({ tracerProvider, propagate = true }: OpenTelemetryOptions = {}): Tracing {
  return {
    startCall({ callId, operation }) {
      const tracer = (tracerProvider ?? trace).getTracer('mailrig');
      const attributes = { 'mailrig.call_id': callId, 'mailrig.operation': operation };
      // The operation of `mail.request` is the method with a path, which may hold ids.
      const [name = operation] = operation.split(' ');
      const span = tracer.startSpan(name, { attributes });
      const inCall = trace.setSpan(contexts.active(), span);
      return {
        run: (work) => contexts.with(inCall, work),
        startAttempt(request) {
          const { method, pathTemplate } = request;
          const attempt = tracer.startSpan(
            pathTemplate === undefined ? method : `${method} ${pathTemplate}`,
            { kind: SpanKind.CLIENT, attributes: { ...attributes, ...attributesOf(request) } },
            inCall,
          );
          return traceAttempt(attempt, trace.setSpan(inCall, attempt), propagate);
        },
        end(error) {
          if (error !== undefined) fail(span, typeOf(error));
          span.end();
        },
      };
    },
  };
}

function traceAttempt(
  span: Span,
  inAttempt: ReturnType<typeof trace.setSpan>,
  propagate: boolean,
): AttemptTrace {
  const headers: Record<string, string> = {};
  if (propagate) propagation.inject(inAttempt, headers);
  return {
    headers,
    run: (work) => contexts.with(inAttempt, work),
    end(result) {
      if ('error' in result) fail(span, typeOf(result.error));
      else {
        const { status, requestId } = result;
        span.setAttribute('http.response.status_code', status);
        if (requestId !== undefined) span.setAttribute('mailrig.request_id', requestId);
        if (status >= 400) fail(span, String(status));
      }
      span.end();
    },
  };
}

function attributesOf({ method, url, pathTemplate, attempt }: TracedRequest): Attributes {
  const { protocol, hostname, port } = new URL(url);
  return {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'url.full': url,
    ...(pathTemplate !== undefined && { 'url.template': pathTemplate }),
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
  };
}

/** Sets no message, because those of the service can hold addresses. */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** A code such as `NETWORK_ERROR` or `RECIPIENT_SUPPRESSED`, of which there are few. */
function typeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '_OTHER';
}
