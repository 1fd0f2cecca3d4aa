import type { RequestView } from '../control/requests.ts';

/** One request to the API in one line for people, for example `09:00:00 POST /api/v1/emails 201 in 1.2 ms`. */
export function requestLine(request: RequestView): string {
  const { at, method, path, query, status, code, fault, durationMs } = request;
  const target = `${method} ${path}${query}`.replaceAll(/[^\x20-\x7e]/g, '?');
  const outcome = [status ?? 'no answer', code, fault && '(fault)'].filter(Boolean).join(' ');
  return `${at.slice(11, 19)} ${target} ${outcome} in ${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
}
