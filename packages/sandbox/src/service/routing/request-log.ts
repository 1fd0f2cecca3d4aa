import { elapsed } from '../kernel/timers.ts';
import type { MetFault } from '../state/fault-rule.ts';
import type { RequestFacts, LoggedResponse } from '../state/logged-request.ts';
import type { Store } from '../state/store.ts';
import type { SandboxResponse } from '../wire/envelope.ts';
import { redactCredentials, redactKeys, redactTokens } from '../wire/redact.ts';
import { keyFrom } from './authenticate.ts';
import type { IncomingRequest } from './request.ts';

/** The fault that a request met; `undefined` if it met none. */
export function metFaultOf({ fault: id, faultMet }: RequestFacts): MetFault | undefined {
  return id !== undefined && faultMet ? { id, ...faultMet } : undefined;
}

const credentialHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key']);

interface EndedRequest {
  readonly request: IncomingRequest;
  readonly requestId: string;
  /** When it came, by {@link elapsed}. */
  readonly arrivedAt: number;
  /** They become the entry. */
  readonly facts: RequestFacts;
  /** The response as it was sent; `undefined` if a fault broke the connection before. */
  readonly response: SandboxResponse | undefined;
}

/** Adds a request to the log, its key redacted. The body is stored as it came; the control plane redacts it. */
export function logRequest(
  store: Store,
  { request, requestId, arrivedAt, facts, response }: EndedRequest,
): void {
  const at = store.clock.now();
  const durationMs = Math.round((elapsed() - arrivedAt) * 100) / 100;
  const key = keyFrom(request.headers);
  const shown = (value: string) =>
    redactKeys(key !== undefined && value.includes(key) ? value.replaceAll(key, '***') : value);
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => {
    headers[name] = credentialHeaders.has(name) ? redactCredentials(value) : shown(value);
  });
  if (response) Object.assign(facts, { response: loggedResponse(response) });
  store.requests.append((sequence) =>
    Object.assign(facts, {
      sequence,
      at,
      requestId,
      method: request.method,
      path: shown(request.path),
      query: shown(redactTokens(request.query)),
      headers,
      durationMs,
    }),
  );
}

/** Characters of a response's body that the request log stores. */
const longestBody = 16_384;

/** The response for the request log. Its headers and body are those that were sent, not copies. */
function loggedResponse({ headers, body }: SandboxResponse): LoggedResponse {
  if (typeof body !== 'string') return { headers };
  if (body.length <= longestBody) return { headers, body: redactTokens(redactKeys(body)) };
  return { headers, body: redactTokens(redactKeys(beginningOf(body))), isCut: true };
}

/** Copies the beginning of a text: a slice would hold the whole text in memory. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text.slice(0, longestBody)));
}
