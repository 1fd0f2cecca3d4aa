import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTelemetry, type Tracing } from '../src/opentelemetry.ts';
import type { Logger } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const exporter = new InMemorySpanExporter();
const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });

beforeAll(() => {
  trace.setGlobalTracerProvider(tracerProvider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});

afterEach(() => exporter.reset());

afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

/** The spans that have ended, the innermost first. */
function spans(): ReadableSpan[] {
  return exporter.getFinishedSpans();
}

function only(spans: readonly ReadableSpan[]): ReadableSpan {
  const [span] = spans;
  if (spans.length !== 1 || !span) throw new Error(`${spans.length} spans instead of one`);
  return span;
}

function idOf(span: ReadableSpan): string {
  return span.spanContext().spanId;
}

describe('openTelemetry()', () => {
  test('makes a span for the call and a child for its attempt, by the conventions of HTTP clients', async () => {
    const { mail, sandbox } = connect({ tracing: openTelemetry() });
    const { requestId } = await mail.emails.send(email).withResponse();
    const [attempt, call] = spans();
    expect(call).toMatchObject({
      name: 'sendEmail',
      kind: SpanKind.INTERNAL,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        'mailrig.operation': 'sendEmail',
        'mailrig.call_id': expect.stringMatching(/^[\da-f-]{36}$/),
      },
    });
    const { hostname } = new URL(sandbox.baseUrl);
    expect(attempt).toMatchObject({
      name: 'POST /api/v1/emails',
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      parentSpanContext: call?.spanContext(),
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 201,
        'server.address': hostname,
        'server.port': expect.any(Number),
        'url.full': `${sandbox.baseUrl}/api/v1/emails`,
        'url.template': '/api/v1/emails',
        'mailrig.request_id': requestId,
      },
    });
    expect(attempt?.attributes).not.toHaveProperty('http.request.resend_count');
    expect(spans()).toHaveLength(2);
  });

  test('makes one span for each attempt, with its number and its failure', async () => {
    const { mail, sandbox } = connect({ tracing: openTelemetry() });
    sandbox.faults.add({ times: 1, effect: { status: 503, retryAfter: 0 } });
    await mail.emails.send(email);
    const [first, second, call] = spans();
    expect(first).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'http.response.status_code': 503, 'error.type': '503' },
    });
    expect(second?.attributes).toMatchObject({
      'http.response.status_code': 201,
      'http.request.resend_count': 1,
    });
    expect(call?.status.code).toBe(SpanStatusCode.UNSET);
    expect([first, second].map((span) => span?.parentSpanContext?.spanId)).toEqual(
      [call, call].map((span) => span && idOf(span)),
    );
  });

  test.each([
    ['reset', {}, 'NETWORK_ERROR'],
    ['hang', { timeout: 20 }, 'TIMEOUT_ERROR'],
    ['hang', { totalTimeout: 20 }, 'TIMEOUT_ERROR'],
  ] as const)('ends the spans of a lost attempt (%s %j)', async (network, options, type) => {
    const { mail, sandbox } = connect({ tracing: openTelemetry(), maxRetries: 0, ...options });
    sandbox.faults.add({ effect: { network } });
    await failureOf(mail.emails.send(email));
    expect(spans().map(({ status, attributes }) => [status.code, attributes['error.type']])).toEqual([
      [SpanStatusCode.ERROR, type],
      [SpanStatusCode.ERROR, type],
    ]);
  });

  test('ends the span of a call that never sends', async () => {
    const { mail } = connect({ tracing: openTelemetry() });
    await failureOf(mail.emails.send({ ...email, to: 'nobody' }));
    expect(only(spans()).attributes['error.type']).toBe('VALIDATION_ERROR');
  });

  test('sends traceparent with the id of the attempt, under the caller’s active span', async () => {
    const { mail, sandbox } = connect({ tracing: openTelemetry() });
    const tracer = tracerProvider.getTracer('app');
    await tracer.startActiveSpan('checkout', async (span) => {
      await Promise.all([mail.emails.send(email), mail.emails.list()]);
      span.end();
    });
    const checkout = only(spans().filter(({ name }) => name === 'checkout'));
    const calls = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === idOf(checkout));
    expect(calls.map(({ name }) => name).toSorted()).toEqual(['listEmails', 'sendEmail']);
    for (const { operation, headers } of sandbox.requests.list()) {
      const call = only(calls.filter(({ name }) => name === operation));
      const attempt = only(
        spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === idOf(call)),
      );
      const { traceId, spanId } = attempt.spanContext();
      expect(headers).toHaveProperty('traceparent', `00-${traceId}-${spanId}-01`);
      expect(traceId).toBe(checkout.spanContext().traceId);
    }
  });

  test('spans made on the way to the service are children of the attempt', async () => {
    const { sandbox } = connect();
    const { mail } = connect({
      tracing: openTelemetry(),
      fetch: async (input, init) => {
        tracerProvider.getTracer('fetch').startSpan('inner').end();
        return sandbox.fetch(input, init);
      },
    });
    await mail.emails.list();
    const [inner, attempt] = spans();
    expect([inner?.name, inner?.parentSpanContext?.spanId]).toEqual(['inner', attempt && idOf(attempt)]);
  });

  test('adds no header if an option says so, and none to an upload, whose span has no secret (A73)', async () => {
    const { mail, sandbox } = connect({ tracing: openTelemetry({ propagate: false }) });
    await mail.emails.list();
    expect(sandbox.requests.last()?.headers).not.toHaveProperty('traceparent');
    const puts: Request[] = [];
    const { mail: traced } = connect({
      tracing: openTelemetry(),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'PUT') puts.push(request);
        return sandbox.fetch(request);
      },
    });
    await traced.attachments.upload(new Blob(['fox']), { filename: 'a.txt' });
    expect(puts.map(({ headers }) => headers.has('traceparent'))).toEqual([false]);
    const put = only(spans().filter(({ name }) => name === 'PUT'));
    expect(String(put.attributes['url.full'])).not.toContain('?');
  });

  test('spans hold neither the key nor an address', async () => {
    const { mail, sandbox } = connect({ tracing: openTelemetry() });
    await mail.emails.list({ to: 'bob@example.org' });
    sandbox.suppressions.add({ email: 'bob@example.org' });
    await failureOf(mail.emails.send(email));
    await mail.request('GET', '/api/v1/emails', { query: { to: 'bob@example.org' } });
    expect(spans().map(({ name }) => name)).toContain('GET');
    const text = JSON.stringify(
      spans().map(({ name, attributes, status, events }) => [name, attributes, status, events]),
    );
    expect(text).not.toContain('@');
    expect(text).not.toContain(sandbox.liveApiKey);
  });

  test('a send with its uploads is one span, also if it fails', async () => {
    const { mail, sandbox } = connect({ tracing: openTelemetry(), maxRetries: 0 });
    const attachments = [new File(['fox'], 'a.txt'), new File(['dog'], 'b.txt')];
    const parentOf = ({ parentSpanContext }: ReadableSpan) =>
      spans().find((span) => idOf(span) === parentSpanContext?.spanId)?.name;
    const calls = () => spans().filter(({ kind }) => kind === SpanKind.INTERNAL);
    await mail.emails.send({ ...email, attachments });
    const uploads = ['createUpload', 'putUpload', 'confirmUpload'].map((name) => `${name} in upload`);
    const found = calls().map((span) => `${span.name} in ${parentOf(span)}`);
    expect(found.toSorted()).toEqual(
      [
        'sendWithAttachments in undefined',
        'sendEmail in sendWithAttachments',
        ...attachments.flatMap(() => ['upload in sendWithAttachments', ...uploads]),
      ].toSorted(),
    );
    exporter.reset();
    sandbox.faults.failNext('createUpload', 500);
    await failureOf(mail.emails.send({ ...email, attachments: [new File(['owl'], 'c.txt')] }));
    expect(calls().map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['createUpload', 'INTERNAL_ERROR'],
      ['upload', 'INTERNAL_ERROR'],
      ['sendWithAttachments', 'INTERNAL_ERROR'],
    ]);
    exporter.reset();
    await failureOf(mail.emails.send({ ...email, attachments: [{ path: '' }] }));
    expect(only(spans())).toMatchObject({
      name: 'sendWithAttachments',
      attributes: { 'error.type': 'VALIDATION_ERROR' },
    });
  });

  test('a given provider makes the spans', async () => {
    const own = new InMemorySpanExporter();
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: own })] });
    const { mail } = connect({ tracing: openTelemetry({ tracerProvider: provider }) });
    await mail.emails.list();
    expect([own.getFinishedSpans().length, spans().length]).toEqual([2, 0]);
  });
});

describe('a custom tracing', () => {
  const broken = () => {
    throw new Error('collector is gone');
  };
  const attempt = { headers: {}, run: <T>(work: () => T) => work(), end: () => undefined };
  const call = { run: <T>(work: () => T) => work(), startAttempt: () => attempt, end: () => undefined };

  test.each<[string, Tracing]>([
    ['startCall', { startCall: broken }],
    ['run', { startCall: () => ({ ...call, run: broken }) }],
    ['startAttempt', { startCall: () => ({ ...call, startAttempt: broken }) }],
    ['end', { startCall: () => ({ ...call, end: broken }) }],
    [
      'run of an attempt',
      { startCall: () => ({ ...call, startAttempt: () => ({ ...attempt, run: broken }) }) },
    ],
    [
      'end of an attempt',
      { startCall: () => ({ ...call, startAttempt: () => ({ ...attempt, end: broken }) }) },
    ],
  ])('whose %s throws changes nothing, and is reported', async (_, tracing) => {
    const lines: string[] = [];
    const log = (message: string) => lines.push(message);
    const logger: Logger = { debug: () => undefined, info: log, warn: log, error: log };
    const { mail, sandbox } = connect({ tracing, logger });
    await mail.emails.send(email);
    expect(sandbox.requests.count()).toBe(1);
    expect(lines).toEqual(['mailrig: tracing failed']);
  });

  test('that is not one is refused by name', () => {
    expect(() => connect({ tracing: {} as never })).toThrow(/tracing.*openTelemetry\(\)/);
  });
});
