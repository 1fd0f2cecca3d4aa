import type { RequestView } from '../control/requests/requests.ts';
import { coloured } from './colour.ts';

/** The most names of ignored fields in a line. */
const mostNames = 3;

/**
 * One request to the API in one line for people, for example `09:00:00 POST /api/v1/emails 201 in 1.2 ms`.
 * Refusals and ignored fields are yellow, failures red.
 *
 * @param note What else there is to say.
 */
export function requestLine(request: RequestView, note?: string): string {
  const { at, method, path, query, status, code, fault, ignoredFields, durationMs } = request;
  const outcome = [
    status ?? 'no answer',
    code,
    fault && '(fault)',
    ignoredFields && `(ignored ${namesOf(ignoredFields)})`,
    note && `(${note})`,
  ]
    .filter(Boolean)
    .join(' ');
  const duration = `in ${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
  const text = plain(`${method} ${path}${query === '?' ? '' : query} ${outcome}`);
  return `${coloured('aside', at.slice(11, 19))} ${marked(request, text)} ${coloured('aside', duration)}`;
}

function marked({ status, ignoredFields }: RequestView, text: string): string {
  if (status === undefined || status >= 500) return coloured('failure', text);
  return status >= 400 || ignoredFields ? coloured('warning', text) : text;
}

function namesOf(fields: readonly string[]): string {
  const names = fields.slice(0, mostNames).join(', ');
  return fields.length > mostNames ? `${names} and ${fields.length - mostNames} more` : names;
}

/** A text that cannot steer the terminal. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
