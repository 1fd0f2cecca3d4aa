import { formatTimestamp } from '@mailrig/contract';
import { Random } from '../kernel/random.ts';
import { AccessDenied } from '../routing/access.ts';
import type { Part } from '../routing/dispatch.ts';
import { parseBody, parseQuery } from '../routing/parse.ts';
import { answer, type Exchange } from '../routing/pipeline.ts';
import type { IncomingRequest } from '../routing/request.ts';
import { type Params, routerOf } from '../routing/routes.ts';
import { type Answer, type AnswerMeta, jsonHeaders } from '../wire/envelope.ts';
import { redactKeys, withoutKeys } from '../wire/redact.ts';
import { Refusal } from '../wire/refusal.ts';
import { type ControlContext, findAccount } from './context.ts';
import { ControlError, messageOf } from './control-error.ts';
import { checkToken, type ControlAccess, guard } from './guard.ts';
import { type AnyVerb, Content, invoke } from './verb.ts';
import { controlPrefix, controlVerbs } from './verbs.ts';

const router = routerOf<AnyVerb>(controlVerbs, controlPrefix);
const largestBody = 268_435_456;
/** Deeper than the API allows: a saved state contains the bodies of API requests. */
const deepestBody = 200;

/** The control plane over HTTP: everything below `/_sandbox`. */
export function controlPlane(context: ControlContext, access: ControlAccess): Part {
  return {
    prefix: controlPrefix,
    // Looking at a sandbox, as the inspector does, must not change the ids that a seed leads to.
    ids: new Random('control'),
    answer: (request, meta) => answer(new ControlExchange(context, access, request, meta)),
  };
}

/** A request to the control plane: no API key, plain JSON, errors in the envelope of the API. */
class ControlExchange implements Exchange<AnyVerb> {
  readonly request: IncomingRequest;
  readonly meta: AnswerMeta;
  readonly router = router;
  readonly #context: ControlContext;
  readonly #access: ControlAccess;

  constructor(context: ControlContext, access: ControlAccess, request: IncomingRequest, meta: AnswerMeta) {
    this.#context = context;
    this.#access = access;
    this.request = request;
    this.meta = meta;
  }

  admit(): void {
    guard(this.request, this.#access);
  }

  unknownPath(): ControlError {
    return new ControlError(404, 'NOT_FOUND', `The control plane has no ${this.#path}`);
  }

  wrongMethod(allow: string): ControlError {
    return new ControlError(405, 'METHOD_NOT_ALLOWED', `${this.#path} allows ${allow}`, undefined, { allow });
  }

  async run(verb: AnyVerb, params: Params, request: IncomingRequest): Promise<Answer> {
    if (!verb.open) checkToken(request, this.#access);
    const { origin, signal } = request;
    const input = { ...(await bodyOf(request)), ...parseQuery(request.query), ...params };
    const context = { ...this.#context, account: this.#account(), origin, signal };
    const result = await invoke(verb, context, input);
    if (result === undefined) return { status: verb.status ?? 204, headers: {}, body: null };
    const status = verb.status ?? 200;
    return result instanceof Content
      ? { status, headers: contentHeaders(result), body: result.body }
      : { status, headers: jsonHeaders, body: JSON.stringify(result) };
  }

  refuse(error: unknown): Answer {
    const { status, code, message, details, headers } = controlErrorFrom(error);
    const { now, requestId, path } = this.meta;
    return {
      status,
      headers: { ...jsonHeaders, ...headers },
      body: JSON.stringify({
        success: false,
        error: { code, message: redactKeys(message), ...(details && { details: withoutKeys(details) }) },
        meta: { timestamp: formatTimestamp(now), requestId, path },
      }),
    };
  }

  headers(): Readonly<Record<string, string>> {
    return {};
  }

  get #path(): string {
    return this.meta.path.slice(controlPrefix.length) || '/';
  }

  /** The account that the caller names, by id or key. */
  #account(): ControlContext['account'] {
    const name = this.request.headers.get('x-sandbox-account');
    return name ? findAccount(this.#context, name).id : this.#context.account;
  }
}

async function bodyOf(request: IncomingRequest): Promise<object> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const content = await request.read(largestBody);
  if (content === undefined) throw new ControlError(413, 'PAYLOAD_TOO_LARGE', 'The body is too large');
  return content.length === 0 ? {} : parseBody(content, deepestBody);
}

function controlErrorFrom(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  if (error instanceof AccessDenied) return new ControlError(403, 'FORBIDDEN', error.message);
  if (error instanceof Refusal) return new ControlError(400, error.code, error.message, error.details);
  return new ControlError(500, 'INTERNAL_ERROR', messageOf(error));
}

/** Anybody may have written a captured message: a page in it must not act on this origin. */
function contentHeaders({ type }: Content): Readonly<Record<string, string>> {
  return {
    'content-type': type,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}
