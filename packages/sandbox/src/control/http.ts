import { formatTimestamp } from '@mailrig/contract';
import { parseBody, parseQuery } from '../routing/parse.ts';
import type { IncomingRequest } from '../routing/request.ts';
import { routerOf } from '../routing/routes.ts';
import { type Answer, type AnswerMeta, jsonHeaders, metaHeaders } from '../wire/envelope.ts';
import { redactKeys, withoutKeys } from '../wire/redact.ts';
import { Refusal } from '../wire/refusal.ts';
import { type ControlContext, findAccount, forAccount } from './context.ts';
import { ControlError, messageOf } from './control-error.ts';
import { type ControlAccess, guard } from './guard.ts';
import { type AnyVerb, Content, invoke } from './verb.ts';
import { controlPrefix, controlVerbs } from './verbs.ts';

const router = routerOf<AnyVerb>(controlVerbs);
const largestBody = 268_435_456;
/** A saved state holds the bodies of API requests some levels further down. */
const deepestBody = 200;

/** Whether a path is the control plane's. */
export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

/** Answers a request to the control plane: no API key, plain JSON, errors in the API's envelope. */
export async function answerControl(
  context: ControlContext,
  access: ControlAccess,
  request: IncomingRequest,
  meta: AnswerMeta,
): Promise<Answer> {
  const headers = metaHeaders(meta);
  try {
    guard(request, access);
    const { verb, params } = route(request, meta.path.slice(controlPrefix.length) || '/');
    const input = { ...(await body(request)), ...parseQuery(request.query), ...params };
    const { origin, signal } = request;
    const result = await invoke(verb, { ...chosen(context, request), origin, signal }, input);
    if (request.method === 'HEAD') return await headAnswer(result, verb, headers);
    if (result instanceof Content) {
      return { status: 200, headers: { ...headers, ...contentHeaders(result) }, body: result.body };
    }
    if (result === undefined) return { status: verb.status ?? 204, headers, body: null };
    return {
      status: verb.status ?? 200,
      headers: { ...jsonHeaders, ...headers },
      body: JSON.stringify(result),
    };
  } catch (error) {
    const answer = failure(error, meta, headers);
    return request.method === 'HEAD' ? { ...answer, body: null } : answer;
  }
}

/** The answer without its body; a stream of events would otherwise never end. */
async function headAnswer(
  result: unknown,
  { status = 200 }: AnyVerb,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  if (!(result instanceof Content)) return { status, headers: { ...jsonHeaders, ...headers }, body: null };
  if (result.body instanceof ReadableStream) await result.body.cancel();
  return { status, headers: { ...headers, ...contentHeaders(result) }, body: null };
}

function route(
  request: IncomingRequest,
  path: string,
): { verb: AnyVerb; params: Readonly<Record<string, string>> } {
  const found = router(path);
  if (!found) throw new ControlError(404, 'NOT_FOUND', `The control plane has no ${path}`);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const verb = Object.hasOwn(found.methods, method) ? found.methods[method] : undefined;
  if (verb) return { verb, params: found.params };
  const allow = Object.keys(found.methods).join(', ');
  throw new ControlError(405, 'METHOD_NOT_ALLOWED', `${path} allows ${allow}`, undefined, { allow });
}

async function body(request: IncomingRequest): Promise<object> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const content = await request.read(largestBody);
  if (content === undefined) throw new ControlError(413, 'PAYLOAD_TOO_LARGE', 'The body is too large');
  return content.length === 0 ? {} : parseBody(content, deepestBody);
}

/** The context with the account that the caller names, by id or key. */
function chosen(context: ControlContext, request: IncomingRequest): ControlContext {
  const name = request.headers.get('x-sandbox-account');
  return name === null || name === '' ? context : forAccount(context, findAccount(context, name).id);
}

function failure(error: unknown, meta: AnswerMeta, headers: Readonly<Record<string, string>>): Answer {
  const known =
    error instanceof ControlError
      ? error
      : error instanceof Refusal
        ? new ControlError(400, error.code, error.message, error.details)
        : new ControlError(500, 'INTERNAL_ERROR', messageOf(error));
  const { status, code } = known;
  const message = redactKeys(known.message);
  const details = known.details && withoutKeys(known.details);
  const { now, requestId, path } = meta;
  return {
    status,
    headers: { ...jsonHeaders, ...headers, ...known.headers },
    body: JSON.stringify({
      success: false,
      error: { code, message, ...(details && { details }) },
      meta: { timestamp: formatTimestamp(now), requestId, path },
    }),
  };
}

/** Captured mail is anybody's: a page in it must not act, or be taken for something else, on this origin. */
function contentHeaders({ type }: Content): Readonly<Record<string, string>> {
  return {
    'content-type': type,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}
