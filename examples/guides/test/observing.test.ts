import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { test } from '@mailrig/sandbox/vitest';
import { measured, traced } from '../src/observing.ts';

const email = { from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' };

// #region measured
test('every attempt is measured once, by the template of its path', async ({ sandbox, expect }) => {
  const results: string[] = [];
  const mail = measured(
    ({ method, path, result }) => results.push(`${method} ${path} ${result}`),
    sandbox.clientOptions(),
  );
  sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { network: 'reset' } });

  await mail.emails.send({ from: 'ada@example.com', to: 'grace@example.org', subject: 'Hello', text: 'Hi' });
  expect(results).toEqual(['POST /api/v1/emails NETWORK_ERROR', 'POST /api/v1/emails 201']);
});
// #endregion measured

test('calls show up as spans of the global provider', async ({ sandbox, expect }) => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  await traced(sandbox.clientOptions()).emails.send(email);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['POST /api/v1/emails', 'sendEmail']);
  trace.disable();
});
