import { check, formatTimestamp } from '@mailrig/contract';
import { nameHint, nearestName } from '@mailrig/contract/checking';
import { Random } from '../service/kernel/random.ts';
import { resultOf } from '../service/kernel/steps.ts';
import { originFor } from '../service/routing/service.ts';
import type { Part } from '../service/routing/dispatch.ts';
import { checkEncoding, parseBody, parseQuery } from '../service/routing/parse.ts';
import { respond, type Exchange } from '../service/routing/pipeline.ts';
import type { IncomingRequest } from '../service/routing/request.ts';
import { routerOf } from '../service/routing/routes.ts';
import { SandboxRefusal } from '../service/state/sandbox-refusal.ts';
import { type ResponseMeta, jsonHeaders } from '../service/wire/envelope.ts';
import { redactKeys, withoutKeys } from '../service/wire/redact.ts';
import { echo, Refusal } from '../service/wire/refusal.ts';
import { type ControlContext, findAccount } from './context.ts';
import { ControlError, invalid, messageOf } from './control-error.ts';
import { count } from './fields.ts';
import { checkPrivate, checkToken, type ControlAccess, guard } from './guard.ts';
import { contextAt } from './sandbox/past.ts';
import { type AnyVerb, RawResult, invoke } from './verb.ts';
import { controlPrefix, controlVerbs } from './verbs.ts';

const router = routerOf<AnyVerb>(Object.values(controlVerbs), controlPrefix);
const accountHeader = 'x-sandbox-account';
/** Bytes; the largest bodies are templates and files for tests. */
const maxBodyBytes = 16 * 1024 * 1024;
/** A list of 100,000 rows would be written in one go, and every other request would wait. */
const mostRows = 1_000;

/** The control plane over HTTP: everything below `/_sandbox`. */
export function controlPlane(context: ControlContext, access: ControlAccess): Part {
  return {
    prefix: controlPrefix,
    // Separate from the ids of the API, so that looking at a sandbox does not change which ids a seed gives.
    ids: new Random('control'),
    respond: (request, meta) => respond(controlExchange(context, access, request, meta)),
  };
}

/** A request to the control plane: no API key; successes are bare JSON, errors have the API's envelope. */
function controlExchange(
  context: ControlContext,
  access: ControlAccess,
  request: IncomingRequest,
  meta: ResponseMeta,
): Exchange<AnyVerb> {
  const { store } = context.service;
  const path = meta.path.slice(controlPrefix.length) || '/';
  return {
    request,
    meta,
    router,
    store,
    admit: () => guard(request, access),
    unknownPath: () => {
      const paths = Object.values(controlVerbs).map((verb) => verb.path);
      const meant = nearestName(path, paths);
      const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
      return new ControlError(404, 'NOT_FOUND', `The control plane has no endpoint ${echo(path)}${hint}`);
    },
    wrongMethod: (allow) =>
      new ControlError(405, 'METHOD_NOT_ALLOWED', `${path} allows ${allow}`, { headers: { allow } }),
    run: async (verb, params) => {
      if (!verb.open) checkToken(request, access);
      if (verb.isPrivate) checkPrivate(request, access);
      const { signal } = request;
      const origin = originFor(request, context.service);
      const parsed = verb.readsBody ? {} : await bodyOf(request);
      const { at, ...query } = parseQuery(request.query) as Readonly<Record<string, unknown>>;
      const input = { ...parsed, ...query, ...params };
      const body = verb.readsBody && request.parts();
      const scope = at === undefined ? context : pastOf(context, verb, sequenceFrom(at));
      const account = chosenAccount(request, scope);
      const result = await resultOf(
        invoke(verb, { ...scope, account, origin, signal, body, mostRows }, input),
      );
      // Work in several steps, such as clearing, has ended only now.
      if (verb.method !== 'GET') store.observers.changed('control');
      if (result === undefined) return { status: verb.status ?? 204, headers: {}, body: null };
      const status = verb.status ?? 200;
      return result instanceof RawResult
        ? { status, headers: contentHeaders(result), body: result.body }
        : { status, headers: jsonHeaders, body: JSON.stringify(result) };
    },
    refuse: (thrown) => {
      const { status, code, message, details, headers } = controlErrorFrom(thrown);
      const error = { code, message: redactKeys(message), ...(details && { details: withoutKeys(details) }) };
      const { now, requestId } = meta;
      const body = {
        success: false,
        error,
        meta: { timestamp: formatTimestamp(now), requestId, path: meta.path },
      };
      return { status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(body) };
    },
    headers: () => ({}),
  };
}

/** The context of a call with `at`; `invoke` refuses one that changes something. */
function pastOf(context: ControlContext, { method }: AnyVerb, at: number): ControlContext {
  return method === 'GET' ? contextAt(context, at) : { ...context, at };
}

/** The account in `X-Sandbox-Account`, by its id or key; otherwise the account of the context. */
function chosenAccount({ headers }: IncomingRequest, scope: ControlContext): ControlContext['account'] {
  headers.forEach((_, name) => {
    const isUnknown = name.startsWith('x-sandbox-') && name !== accountHeader;
    if (isUnknown) throw invalid(name, `is unknown: ${nameHint(name, [accountHeader])}`);
  });
  const idOrKey = headers.get(accountHeader);
  return idOrKey ? findAccount(scope, idOrKey).id : scope.account;
}

/** The number of an event in a query. */
function sequenceFrom(at: unknown): number {
  const checked = check(count, at);
  if (checked.ok) return checked.value;
  throw invalid('at', 'must be the number of an event');
}

async function bodyOf(request: IncomingRequest): Promise<object> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  checkEncoding(request.headers);
  const content = await request.read(maxBodyBytes);
  if (content === undefined) throw new ControlError(413, 'PAYLOAD_TOO_LARGE', 'The body is too large');
  return content.length === 0 ? {} : parseBody(content);
}

function controlErrorFrom(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  if (error instanceof SandboxRefusal) return new ControlError(error.status, error.code, error.message);
  if (error instanceof Refusal) {
    const { code, message, details } = error;
    return new ControlError(code === 'UNSUPPORTED_MEDIA_TYPE' ? 415 : 400, code, message, { details });
  }
  return new ControlError(500, 'INTERNAL_ERROR', messageOf(error));
}

/** A captured message may contain hostile HTML, so it is served without scripts and without access to this origin. */
function contentHeaders({ type, filename }: RawResult): Readonly<Record<string, string>> {
  return {
    'content-type': type,
    ...(filename !== undefined && { 'content-disposition': dispositionOf(filename) }),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}

/** A download under this name: in ASCII for old programs, and whole (RFC 6266, RFC 8187). */
function dispositionOf(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["%\\]/gu, '_');
  const whole = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === filename ? '' : `; filename*=UTF-8''${whole}`}`;
}
