import { apiPrefix, type Operation } from '@mailrig/contract';
import { elapsed } from '../kernel/timers.ts';
import { handlers } from '../operations/index.ts';
import type { Context } from '../rules/context.ts';
import type { ApiKey, FaultEffect, FaultRule } from '../state/records.ts';
import {
  type Answer,
  type AnswerMeta,
  jsonHeaders,
  metaHeaders,
  refusalAnswer,
  successBody,
} from '../wire/envelope.ts';
import { withExplicitNulls } from '../wire/nulls.ts';
import { Refusal } from '../wire/refusal.ts';
import { authenticate, keyFrom } from './authenticate.ts';
import { corsHeaders } from './cors.ts';
import { apiRefusals, applyFault, mapAnswer, statusOf, takeFault, withBodyRead } from './faults.ts';
import { journal, type JournalFacts } from './journal.ts';
import { checkMediaType, parseBody, parseQuery, validate } from './parse.ts';
import { countRequest, rateHeaders, rateLimited, type RateState, untouched } from './rate-limit.ts';
import { type Body, CallerGone, type IncomingRequest, type Reply } from './request.ts';
import { allowed, apiRouter, type Params } from './routes.ts';
import type { Service } from './service.ts';

const largestJournalledBody = 65_536;

/** Whether a path is the API's. */
export function isApiPath(path: string): boolean {
  return path === apiPrefix || path.startsWith(`${apiPrefix}/`);
}

/**
 * Answers a request to the API: authenticate, count, route, parse, validate, run, show (decision
 * A4). Whatever comes in, what comes out is an answer in the envelope.
 */
export async function answerApi(
  service: Service,
  request: IncomingRequest,
  meta: AnswerMeta,
): Promise<Reply> {
  const { store } = service;
  const call = new Call(service, request, meta);
  if (request.method === 'OPTIONS') return call.finish(preflight(meta.path));
  let answer: Reply;
  try {
    answer = await call.answer();
  } catch (error) {
    answer = call.refuse(error);
  }
  const status = statusOf(answer);
  if (status !== undefined) call.facts.status = status;
  journal(store, request, meta.requestId, call.arrivedAt, call.facts);
  return mapAnswer(answer, (whole) => call.finish(whole));
}

/** One request on its way through. */
class Call {
  readonly arrivedAt = elapsed();
  readonly facts: { -readonly [Name in keyof JournalFacts]: JournalFacts[Name] } = {};
  readonly #service: Service;
  #request: IncomingRequest;
  readonly #meta: AnswerMeta;
  #rate: RateState;

  constructor(service: Service, request: IncomingRequest, meta: AnswerMeta) {
    this.#service = service;
    this.#request = request;
    this.#meta = meta;
    this.#rate = untouched(service.shownRate, meta.now);
  }

  answer(): Promise<Reply> {
    const key = this.#admit();
    const { row, params } = this.#route();
    const fault = takeFault(this.#service.store, row.name, key.accountId);
    return fault ? this.#failWith(fault, row, params, key) : this.#operate(row, params, key);
  }

  /** The answer to a call that something is wrong with; whose caller went away gets none. */
  refuse(error: unknown): Answer {
    if (error instanceof CallerGone) throw error;
    const refusal = error instanceof Refusal ? error : internalError(this.#service, error);
    this.facts.code = refusal.code;
    return refusalAnswer(refusal, this.#service.store.wire, this.#meta);
  }

  /** The answer with the headers that every answer has, without a body where the caller wants none. */
  finish(answer: Answer): Answer {
    const headers = {
      ...metaHeaders(this.#meta),
      ...rateHeaders(this.#rate),
      ...(this.#service.cors && corsHeaders),
      ...answer.headers,
    };
    return { status: answer.status, headers, body: this.#request.method === 'HEAD' ? null : answer.body };
  }

  async #operate(row: Operation, params: Params, key: ApiKey): Promise<Answer> {
    const read = row.body && this.#readBody();
    // To wait for what is at hand would cost more than most steps here.
    const body = isToCome(read) ? await read : read;
    return this.#run(row, params, key, row.body && this.#parsed(body));
  }

  async #failWith(fault: FaultRule, row: Operation, params: Params, key: ApiKey): Promise<Reply> {
    const { effect, phase } = fault;
    this.facts.fault = fault.id;
    if (row.body) {
      this.#request = await withBodyRead(this.#request, fault, this.#service.settings.limits.bodyBytes);
    }
    const early = phase === 'before' && (await this.#spoiled(effect));
    if (early) return early;
    const answer = await this.#operate(row, params, key).catch((error) => this.refuse(error));
    return (phase === 'after' && (await this.#spoiled(effect, answer))) || answer;
  }

  #spoiled(effect: FaultEffect, answer?: Answer): Promise<Reply | undefined> {
    const refusals = apiRefusals(this.#service.store.wire, this.#meta);
    return applyFault(effect, answer, refusals, this.#meta.now, this.#request.signal);
  }

  #admit(): ApiKey {
    const { now } = this.#meta;
    const { store, rateLimit, shownRate, provision } = this.#service;
    const text = keyFrom(this.#request.headers);
    if (text !== undefined && provision && !store.keys.get(text)) provision(text);
    const key = authenticate(store, text);
    this.facts.accountId = key.accountId;
    this.#rate = countRequest(store, key.key, rateLimit, shownRate, now);
    if (this.#rate.exceeded) throw rateLimited(this.#rate, now);
    return key;
  }

  #route(): { row: Operation; params: Params } {
    const { path } = this.#meta;
    const found = apiRouter(path);
    if (!found) throw new Refusal('NOT_FOUND', `There is no endpoint ${path}`);
    const method = this.#request.method === 'HEAD' ? 'GET' : this.#request.method;
    const row = Object.hasOwn(found.methods, method) ? found.methods[method] : undefined;
    if (!row) {
      const allow = allowed(found.methods);
      throw new Refusal('METHOD_NOT_ALLOWED', `${path} allows ${allow}`, undefined, { allow });
    }
    this.facts.operation = row.name;
    return { row, params: found.params };
  }

  #run(row: Operation, params: Params, key: ApiKey, body: unknown): Answer {
    const meta = this.#meta;
    const { store, settings, uploadOrigin } = this.#service;
    const handler = handlers[row.name as keyof typeof handlers];
    // A body may have taken its time; what became due meanwhile comes first.
    store.clock.settle();
    const account = store.accounts.get(key.accountId);
    if (!handler || !account) throw new Refusal('NOT_FOUND', `There is no endpoint ${meta.path}`);
    const context: Context = {
      store,
      settings,
      account,
      environment: key.environment,
      uploadOrigin: uploadOrigin(this.#request.origin),
    };
    // An operation happens at one moment, and its answer shows that moment.
    const {
      result,
      status = row.status,
      headers,
      now,
    } = store.clock.hold(() => {
      const located = handler.locate?.(context, params);
      const input = {
        params,
        query: row.query ? validate(row.query, parseQuery(this.#request.query)) : undefined,
        body: row.body ? validate(row.body, body) : undefined,
        headers: this.#request.headers,
      };
      return { ...handler.run(context, input, located), now: store.clock.now() };
    });
    if (status === 204) return { status, headers: headers ?? {}, body: null };
    const payload = handler.present?.(result, store.wire) ?? { data: null };
    const shown =
      store.wire.nulls === 'explicit' && row.response
        ? { ...payload, data: withExplicitNulls(row.response, payload.data) }
        : payload;
    return {
      status: store.wire.successStatus === '200' ? 200 : status,
      headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
      body: successBody(shown, meta, now),
    };
  }

  #readBody(): Body | Promise<Body> {
    const { headers } = this.#request;
    checkMediaType(headers);
    const limit = this.#service.settings.limits.bodyBytes;
    const declared = Number(headers.get('content-length') ?? 0);
    return declared > limit ? undefined : this.#request.read(limit);
  }

  #parsed(body: Body): object {
    if (body === undefined) {
      const limit = this.#service.settings.limits.bodyBytes;
      throw new Refusal('PAYLOAD_TOO_LARGE', `A body may have at most ${limit} bytes`, undefined, {
        connection: 'close',
      });
    }
    const value = parseBody(body);
    if (body.length <= largestJournalledBody) this.facts.body = value;
    return value;
  }
}

/** Whether a body is a promise, of whatever class: programs put others in the place of the platform's. */
function isToCome(body: Body | Promise<Body>): body is Promise<Body> {
  return typeof body === 'object' && 'then' in body;
}

function preflight(path: string): Answer {
  const found = apiRouter(path);
  const allow = found ? allowed(found.methods) : 'OPTIONS';
  return { status: 204, headers: { allow, 'access-control-allow-methods': allow }, body: null };
}

/** A mistake in the sandbox itself: told in the event log, not to the caller. */
function internalError({ store }: Service, error: unknown): Refusal {
  store.log('sandbox.error', {
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return new Refusal(
    'INTERNAL_ERROR',
    'The sandbox failed; its event log, GET /_sandbox/events?since=0, says why',
  );
}
