import { elapsed } from '../kernel/timers.ts';
import type { FaultRule } from '../state/fault-rule.ts';
import type { RequestFacts } from '../state/logged-request.ts';
import type { Keeper } from '../state/keeper.ts';
import type { Store } from '../state/store.ts';
import { type SandboxResponse, type ResponseMeta, metaHeaders } from '../wire/envelope.ts';
import { checkCaller } from './access.ts';
import { applyFault, type MakeUp, takeFault } from './faults.ts';
import { logRequest } from './request-log.ts';
import { responseOf, mapResponse, type ExchangeResult, statusOf } from './exchange-result.ts';
import { type Body, type BodySource, CallerGone, type IncomingRequest } from './request.ts';
import { allowed, type Endpoint, type Methods, type Params, type Router } from './routes.ts';

/** One request to a part of the sandbox, with the steps in which the parts differ. */
export interface Exchange<Row extends Endpoint> {
  readonly request: IncomingRequest;
  readonly meta: ResponseMeta;
  readonly router: Router<Row>;
  readonly store: Store;
  /** Present if this part simulates the real service. */
  readonly simulation?: Simulation<Row>;
  /** Checks that the caller may use this part at all; throws if not. */
  admit(): void;
  /** The error for an unknown path. */
  unknownPath(): Error;
  /** The error for a method that the path does not allow. */
  wrongMethod(allow: string): Error;
  /** Runs the operation of a row. */
  run(row: Row, params: Params, body: BodySource): SandboxResponse | Promise<SandboxResponse>;
  /** The response to a request that failed with this error. */
  refuse(error: unknown): SandboxResponse;
  /** Headers of every response, unless the response has its own. */
  headers(): Readonly<Record<string, string>>;
}

/** The parts that simulate the real service also respond to preflights, apply faults and write the request log. */
export interface Simulation<Row> {
  /** Facts for the request log, filled in as they become known. */
  readonly facts: { -readonly [Name in keyof RequestFacts]: RequestFacts[Name] };
  /** Most bytes of a body; `undefined` if the row takes none. */
  bodyLimit(row: Row): number | undefined;
  /** Adds a body to the facts, if the request log has those of this part. */
  noteBody?(body: Body): void;
  /** Called when the response is ready, before the request log gets the request. */
  ended?(): void;
  /** Makes the error response that a fault asks for. */
  makeUp(...of: Parameters<MakeUp>): SandboxResponse;
}

/**
 * Responds to a request: admit, route, apply a fault, run, write the request log, finish (A4).
 *
 * @throws CallerGone if the caller has gone away.
 */
export async function respond<Row extends Endpoint>(exchange: Exchange<Row>): Promise<ExchangeResult> {
  const { request, meta, simulation, store } = exchange;
  const arrivedAt = elapsed();
  if (simulation) store.underWay += 1;
  const first = await attempt(exchange).finally(() => {
    if (simulation) store.underWay -= 1;
  });
  const result = store.keeper ? await afterCommit(exchange, store.keeper, first) : first;
  const finished = mapResponse(result, (whole) => finish(exchange, whole));
  const status = statusOf(finished);
  if (simulation && !isGranted(exchange, responseOf(finished))) {
    const { facts } = simulation;
    if (status !== undefined) facts.status = status;
    simulation.ended?.();
    // After the commit, which may change the response: the entry itself is written with the next turn.
    logRequest(store, {
      request,
      requestId: meta.requestId,
      arrivedAt,
      facts,
      response: responseOf(finished),
    });
  }
  return finished;
}

async function attempt<Row extends Endpoint>(exchange: Exchange<Row>): Promise<ExchangeResult> {
  const { request, meta, simulation } = exchange;
  try {
    if (simulation) checkCaller(request);
    if (isPreflight(exchange)) return preflight(exchange);
    const match = exchange.router(meta.path);
    const row = match && rowFor(match.methods, request.method);
    // Found before the caller is admitted, so that the request log names the operation of a refused caller.
    if (simulation && row?.name !== undefined) simulation.facts.operation = row.name;
    exchange.admit();
    if (!match) throw exchange.unknownPath();
    if (!row) throw exchange.wrongMethod(allowed(match.methods, simulation !== undefined));
    const fault = simulation && takeFault(exchange.store, row.name ?? '', simulation.facts.accountId ?? '');
    return await (fault
      ? runWithFault(fault, exchange, simulation, row, match.params)
      : exchange.run(row, match.params, request));
  } catch (error) {
    return refusal(exchange, error);
  }
}

/** Runs a row with a fault, which replaces it, or changes its response afterwards. */
async function runWithFault<Row extends Endpoint>(
  fault: FaultRule,
  exchange: Exchange<Row>,
  simulation: Simulation<Row>,
  row: Row,
  params: Params,
): Promise<ExchangeResult> {
  const { facts } = simulation;
  facts.fault = fault.id;
  facts.faultMet = { phase: fault.phase, effect: fault.effect };
  const body = await readBody(exchange, simulation, row);
  const makeUp: MakeUp = (effect, status) => simulation.makeUp(effect, status);
  const met = { effect: fault.effect, makeUp, now: exchange.meta.now };
  const fail = (real?: SandboxResponse) => applyFault(met, real, exchange.request.signal);
  const early = fault.phase === 'before' && (await fail());
  if (early) return early;
  const real = await runOrRefuse(exchange, row, params, body);
  return (fault.phase === 'after' && (await fail(real))) || real;
}

/** The body, read and stored for the log, even if a fault replaces the operation or the caller gives up. */
async function readBody<Row extends Endpoint>(
  { request }: Exchange<Row>,
  simulation: Simulation<Row>,
  row: Row,
): Promise<BodySource> {
  const limit = simulation.bodyLimit(row);
  if (limit === undefined) return request;
  const body = await request.read(limit);
  simulation.noteBody?.(body);
  return { read: () => body };
}

async function runOrRefuse<Row extends Endpoint>(
  exchange: Exchange<Row>,
  row: Row,
  params: Params,
  body: BodySource,
): Promise<SandboxResponse> {
  try {
    return await exchange.run(row, params, body);
  } catch (error) {
    return refusal(exchange, error);
  }
}

/** @throws CallerGone if that is the error. */
function refusal<Row extends Endpoint>(exchange: Exchange<Row>, error: unknown): SandboxResponse {
  if (error instanceof CallerGone) throw error;
  return exchange.refuse(error);
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Waits until the effects of a request are in the state file, so that no response promises what a crash would undo.
 *
 * If the write fails, the keeper has restored the state before it. A request that only reads runs again on that
 * state, a refusal stays, and a success becomes a refusal, because its effects are gone.
 */
async function afterCommit<Row extends Endpoint>(
  exchange: Exchange<Row>,
  keeper: Keeper,
  result: ExchangeResult,
): Promise<ExchangeResult> {
  try {
    await keeper.kept();
    return result;
  } catch (error) {
    if (readingMethods.has(exchange.request.method)) {
      if ('body' in result && result.body instanceof ReadableStream) void result.body.cancel();
      return attempt(exchange);
    }
    const status = statusOf(result);
    const isSuccess = status !== undefined && status < 400;
    return isSuccess ? exchange.refuse(error) : result;
  }
}

/** The row of a method; `HEAD` is a `GET`. */
function rowFor<Row>(methods: Methods<Row>, method: string): Row | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(methods, name) ? methods[name] : undefined;
}

function isPreflight<Row extends Endpoint>({ simulation, request }: Exchange<Row>): boolean {
  return simulation !== undefined && request.method === 'OPTIONS';
}

/** Whether a response lets a page send the request. Such a preflight is not logged; others explain a failure. */
function isGranted<Row extends Endpoint>(
  exchange: Exchange<Row>,
  response: SandboxResponse | undefined,
): boolean {
  if (!isPreflight(exchange) || response?.status !== 204) return false;
  const { headers } = exchange.request;
  const method = headers.get('access-control-request-method');
  const isAllowed = method === null || (response.headers['allow'] ?? '').split(', ').includes(method);
  const isReadable = headers.get('origin') === null || 'access-control-allow-origin' in response.headers;
  return isAllowed && isReadable;
}

function preflight<Row extends Endpoint>({ router, meta }: Exchange<Row>): SandboxResponse {
  const allow = allowed(router(meta.path)?.methods ?? {}, true);
  return { status: 204, headers: { allow, 'access-control-allow-methods': allow }, body: null };
}

/** The response with the headers that every response has, and without a body for HEAD. */
function finish<Row extends Endpoint>(
  exchange: Exchange<Row>,
  { status, headers, body }: SandboxResponse,
): SandboxResponse {
  const all = { ...metaHeaders(exchange.meta), ...exchange.headers(), ...headers };
  if (exchange.request.method !== 'HEAD') return { status, headers: all, body };
  if (body instanceof ReadableStream) void body.cancel();
  return { status, headers: all, body: null };
}
