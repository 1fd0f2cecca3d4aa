import { Mailrig, type MailrigOptions } from 'mailrig';
import { openTelemetry } from 'mailrig/opentelemetry';

// #region metrics
/** Measures every attempt, for example for a histogram. */
export function measured(
  observe: (labels: { method: string; path: string; result: string }, milliseconds: number) => void,
  options: MailrigOptions = {},
): Mailrig {
  return new Mailrig({
    ...options,
    hooks: {
      onResponse: ({ method, pathTemplate = 'other', status, duration }) =>
        observe({ method, path: pathTemplate, result: String(status) }, duration),
      onLost: ({ method, pathTemplate = 'other', error, duration }) =>
        observe({ method, path: pathTemplate, result: error.code }, duration),
    },
  });
}
// #endregion metrics

// #region traced
/** A client whose calls show up as spans. */
export function traced(options: MailrigOptions = {}): Mailrig {
  return new Mailrig({ ...options, tracing: openTelemetry() });
}
// #endregion traced
