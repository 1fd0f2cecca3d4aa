import {
  apiPrefix,
  type Endpoints,
  fieldPath,
  limits,
  type Operation,
  operationsOf,
  unservedReason,
} from '@mailrig/contract';
import { unknownFieldMistake, unknownFields } from '@mailrig/contract/checking';
import { waysOut } from '../kernel/client-waits.ts';
import { handlerOf } from '../operations/index.ts';
import type { Context } from '../rules/context.ts';
import { countFailure, keyInHeaders, noteFault } from '../rules/idempotency.ts';
import type { ApiKey } from '../state/records.ts';
import { SandboxRefusal } from '../state/sandbox-refusal.ts';
import type { Store } from '../state/store.ts';
import {
  type SandboxResponse,
  type ResponseMeta,
  jsonHeaders,
  refusalResponse,
  successBody,
} from '../wire/envelope.ts';
import { echo, fieldsRefusal, Refusal } from '../wire/refusal.ts';
import { corsHeaders } from './access.ts';
import { authenticate, keyFrom } from './authenticate.ts';
import type { Part } from './dispatch.ts';
import { apiRefusals, madeUpReset, type MakeUp } from './faults.ts';
import { metFaultOf } from './request-log.ts';
import { checkEncoding, checkMediaType, parseBody, parseQuery, validate } from './parse.ts';
import { respond, type Exchange, type Simulation } from './pipeline.ts';
import { countRequest, rateHeaders, rateLimited, type RateState, untouched } from './rate-limit.ts';
import { type Body, type BodySource, type IncomingRequest, isLonger } from './request.ts';
import { allowed, meantPaths, type Params, type Router, routerOf } from './routes.ts';
import { originFor, type Service } from './service.ts';
import { warnOnce } from './warn-once.ts';

const routers: { [E in Endpoints]?: Router<Operation> } = {};

/** Finds the row of a path. Sandboxes with the same endpoints share a router. */
function routerFor(endpoints: Endpoints): Router<Operation> {
  return (routers[endpoints] ??= routerOf(operationsOf(endpoints).filter(({ name }) => handlerOf(name))));
}

/** Headers that pages may read (A11). */
const readable =
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, Idempotent-Replayed';

/** Bytes of a body beyond which the request log leaves it out. */
const largestLoggedBody = 65_536;

/** Most ignored fields that a request lists. */
const mostIgnored = 100;

/** The API: everything below `/api/v1`. */
export function api(service: Service): Part {
  return {
    prefix: apiPrefix,
    ids: service.store.random,
    respond: (request, meta) => respond(new ApiExchange(service, request, meta)),
  };
}

/** A request to the API. Every response is in the envelope. */
class ApiExchange implements Exchange<Operation>, Simulation<Operation> {
  readonly request: IncomingRequest;
  readonly meta: ResponseMeta;
  readonly router: Router<Operation>;
  readonly store: Store;
  readonly simulation = this;
  readonly facts: Simulation<Operation>['facts'] = {};
  readonly #service: Service;
  #key: ApiKey | undefined;
  #rate: RateState;
  #isRateMadeUp = false;

  constructor(service: Service, request: IncomingRequest, meta: ResponseMeta) {
    this.#service = service;
    this.store = service.store;
    this.request = request;
    this.router = routerFor(service.endpoints);
    this.meta = meta;
    this.#rate = untouched(service.rateLimit, meta.now);
  }

  bodyLimit(row: Operation): number | undefined {
    return row.body && this.#service.settings.limits.bodyBytes;
  }

  makeUp(...of: Parameters<MakeUp>): SandboxResponse {
    const { meta, store } = this;
    const resetAt = madeUpReset(...of, meta.now);
    if (resetAt !== undefined) {
      this.#rate = { ...this.#rate, remaining: 0, resetAt };
      this.#isRateMadeUp = true;
    }
    const allow = allowed(this.router(meta.path)?.methods ?? {}, true);
    return apiRefusals(store.wire, meta, allow)(...of);
  }

  /** Authenticates the key, then counts the request. */
  admit(): void {
    const { store, rateLimit, provision } = this.#service;
    const text = keyFrom(this.request.headers);
    if (text !== undefined && provision && !store.keys.get(text)) provision(text);
    this.#key = authenticate(store, text);
    this.facts.accountId = this.#key.accountId;
    this.#rate = countRequest(store, this.#key.key, rateLimit, this.meta.now);
    if (this.#rate.exceeded) throw rateLimited(this.#rate, this.meta.now);
  }

  unknownPath(): Refusal {
    const message = `There is no endpoint ${echo(this.meta.path)}${this.#hint(':')}`;
    return new Refusal('NOT_FOUND', this.#unserved() ?? message);
  }

  wrongMethod(allow: string): Refusal {
    const message = `${this.meta.path} allows ${allow}${this.#hint(';')}`;
    return new Refusal('METHOD_NOT_ALLOWED', this.#unserved() ?? message, undefined, { allow });
  }

  /** The endpoints that the caller may have meant, after a mark; empty if none is similar. */
  #hint(mark: string): string {
    const { method } = this.request;
    const rows = operationsOf(this.#service.endpoints);
    const meant = meantPaths(rows, method, this.meta.path, apiPrefix).map((path) => `${method} ${path}`);
    return meant.length > 0 ? `${mark} did you mean ${meant.join(' or ')}?` : '';
  }

  /** Why an operation of the client is not served here; `undefined` if no client has such an operation. */
  #unserved(): string | undefined {
    const row = routerFor('published')(this.meta.path)?.methods[this.request.method];
    if (!row?.published) return undefined;
    const reason = unservedReason(row.name);
    warnOnce(this.#service.store.start, row.name, reason);
    return reason;
  }

  async run(row: Operation, params: Params, source: BodySource): Promise<SandboxResponse> {
    const body = row.body && this.#parsed(await this.#bodyOf(source));
    const { request, store } = this;
    const { settings, uploadOrigin } = this.#service;
    // Reading the body may have taken time: what became due meanwhile happens first.
    store.clock.settle();
    const handler = handlerOf(row.name);
    const account = store.accounts.get(this.#key?.accountId ?? '');
    if (!handler || !account || !this.#key) throw this.unknownPath();
    const context: Context = {
      store,
      settings,
      account,
      environment: this.#key.environment,
      uploadOrigin: uploadOrigin(originFor(request, this.#service)),
    };
    // An operation happens at one moment, and its response shows that moment.
    const { now, outcome } = store.clock.hold(() => {
      const located = handler.locate?.(context, params);
      const query = row.query && parseQuery(request.query);
      if (query ?? body) this.#noteIgnoredFields(row, query, body);
      const input = {
        params,
        query: row.query ? validate(row.query, query) : undefined,
        body: row.body ? validate(row.body, body) : undefined,
        headers: request.headers,
      };
      return { now: store.clock.now(), outcome: handler.run(context, input, located) };
    });
    const { result, status = row.status, headers, sent } = outcome;
    if (sent) {
      this.facts.sentId = sent.id;
      if (sent.attempt !== undefined) this.facts.attempt = sent.attempt;
    }
    if (status === 204) return { status, headers: headers ?? {}, body: null };
    const payload = handler.present?.(result, store.wire) ?? { data: null };
    return {
      status: store.wire.successStatus === '200' ? 200 : status,
      headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
      body: successBody(payload, this.meta, now),
    };
  }

  /** Fields that the service ignores go to the request log; a strict sandbox refuses unknown ones (A15, A57, A122). */
  #noteIgnoredFields(row: Operation, query: object | undefined, body: unknown): void {
    const unknown = row.query ? [...unknownFields(row.query, query)] : [];
    if (row.body) unknown.push(...unknownFields(row.body, body));
    const known = row.withoutEffect?.(body) ?? [];
    // Most requests have none.
    if (unknown.length === 0 && known.length === 0) return;
    const ignored = [...unknown.map(({ path }) => fieldPath(path)), ...known.map(({ field }) => field)];
    this.facts.ignoredFields = ignored.slice(0, mostIgnored);
    if (this.#service.strict && unknown.length > 0) {
      throw fieldsRefusal('VALIDATION_ERROR', unknown.map(unknownFieldMistake));
    }
  }

  refuse(error: unknown): SandboxResponse {
    const { store, facts } = this;
    if (error instanceof SandboxRefusal) {
      const { code, message, status } = error;
      facts.code = code;
      return this.makeUp({ code, message }, status);
    }
    const refusal = whileFrozen(
      error instanceof Refusal ? error : internalError(this.#service, error),
      store,
    );
    facts.code = refusal.code;
    const field = refusal.details?.['field'];
    if (typeof field === 'string') facts.field = field;
    return refusalResponse(refusal, store.wire, this.meta);
  }

  headers(): Readonly<Record<string, string>> {
    return {
      ...rateHeaders(this.#rate),
      ...(this.store.clock.frozen && this.#rate.remaining === 0 && !this.#isRateMadeUp && frozenClock),
      ...(this.#service.cors && corsHeaders(this.request, readable)),
    };
  }

  /** Reads the body, unless it is too large or of another media type. */
  #bodyOf(source: BodySource): Body | Promise<Body> {
    const { headers } = this.request;
    checkMediaType(headers);
    checkEncoding(headers);
    const limit = this.#service.settings.limits.bodyBytes;
    const declared = Number(headers.get('content-length') ?? 0);
    return declared > limit ? undefined : source.read(limit);
  }

  /** The JSON object in a body, which the request log has from now on. */
  #parsed(body: Body): object {
    if (body === undefined) {
      const message = `A body may have at most ${this.#service.settings.limits.bodyBytes} bytes`;
      throw new Refusal('PAYLOAD_TOO_LARGE', message, undefined, { connection: 'close' });
    }
    const value = parseBody(body);
    if (!isLonger(body, largestLoggedBody)) this.facts.body = value;
    const key: unknown = Object(value).idempotencyKey;
    if (typeof key === 'string') this.#noteKey(key);
    return value;
  }

  #noteKey(key: string): void {
    const isKey = this.facts.operation === 'sendEmail' && [...key].length <= limits.idempotencyKeyLength;
    if (isKey) this.facts.idempotencyKey = key;
  }

  /** Counts a failed send with a key, for the number of attempts of the email that the key sends later. */
  ended(): void {
    const { facts, store } = this;
    const { headers } = this.request;
    if (facts.operation !== 'sendEmail') return;
    const inHeader = facts.idempotencyKey === undefined ? keyInHeaders(headers) : undefined;
    if (inHeader !== undefined) this.#noteKey(inHeader);
    const { idempotencyKey } = facts;
    const account = store.accounts.get(facts.accountId ?? '');
    const fault = metFaultOf(facts);
    if (fault && facts.sentId !== undefined) noteFault(store, facts.sentId, fault);
    if (facts.sentId !== undefined || idempotencyKey === undefined || !account || !this.#key) return;
    const { environment } = this.#key;
    const { settings } = this.#service;
    const attempt = countFailure({ store, settings, account, environment }, idempotencyKey, fault);
    if (attempt !== undefined) facts.attempt = attempt;
  }

  noteBody(body: Body): void {
    try {
      if (body !== undefined) this.#parsed(body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

/** A mistake in the sandbox itself. The event log has the details, the response has none. */
function internalError({ store }: Service, error: unknown): Refusal {
  store.log('sandbox.error', {
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return new Refusal(
    'INTERNAL_ERROR',
    'The sandbox failed; its event log, GET /_sandbox/events?since=0, has the reason',
  );
}

/** Adds to a refusal with `Retry-After` that no wait helps while the clock is frozen, and what does. */
function whileFrozen(refusal: Refusal, { clock }: Store): Refusal {
  const { code, message, details, headers } = refusal;
  const retryAfter = headers?.['retry-after'];
  if (!clock.frozen || retryAfter === undefined) return refusal;
  const ways = waysOut(Number(retryAfter) * 1_000, code === 'RATE_LIMIT_EXCEEDED');
  return new Refusal(
    code,
    `${message}. The clock of the sandbox is frozen, so no time passes until it is moved: ${ways}`,
    details as never,
    { ...headers, ...frozenClock },
  );
}

/** For clients in another process, whose waits would be in vain. */
const frozenClock = { 'x-sandbox-clock': 'frozen' };
