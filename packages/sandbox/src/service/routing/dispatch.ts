import type { Random } from '../kernel/random.ts';
import type { Store } from '../state/store.ts';
import { type ResponseMeta, metaHeaders, refusalResponse } from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';
import type { ExchangeResult } from './exchange-result.ts';
import type { IncomingRequest } from './request.ts';

/** A part of the sandbox that answers every request below one path: the API, the uploads or the control plane. */
export interface Part {
  /** For example `/api/v1`. */
  readonly prefix: string;
  /** Source of its request ids. */
  readonly ids: Random;
  /** Answers a request; its path is `meta.path`. */
  respond(request: IncomingRequest, meta: ResponseMeta): Promise<ExchangeResult>;
}

/** Runs everything that is due, then passes the request to the part that owns its path. */
export function dispatch(
  store: Store,
  parts: readonly Part[],
  request: IncomingRequest,
): Promise<ExchangeResult> | ExchangeResult {
  store.clock.settle();
  const { path: given } = request;
  // A slash at the end is ignored (A10).
  const path = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
  const part = parts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  const ids = part?.ids ?? store.random;
  const meta = { now: store.clock.now(), requestId: `req_${ids.hex(24)}`, path };
  return part ? part.respond(request, meta) : unknownPath(store, request, meta);
}

function unknownPath(store: Store, { method }: IncomingRequest, meta: ResponseMeta): ExchangeResult {
  const refusal = new Refusal('NOT_FOUND', `There is no endpoint ${meta.path}`);
  const { status, headers, body } = refusalResponse(refusal, store.wire, meta);
  return { status, headers: { ...headers, ...metaHeaders(meta) }, body: method === 'HEAD' ? null : body };
}
