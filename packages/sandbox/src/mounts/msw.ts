import { fillPath, type OperationName, operationsOf } from '@mailrig/contract';
import type { Rows } from '@mailrig/contract/checking';
import { http, type HttpHandler, HttpResponse, passthrough } from 'msw';
import * as z from 'zod/mini';
import { sleep } from '../service/kernel/timers.ts';
import { checkOptions } from '../control/control-error.ts';
import { operationName } from '../control/fields.ts';
import { Sandbox } from '../control/sandbox.ts';
import { brokenBody, fromRequest } from '../service/routing/platform-request.ts';

/** Milliseconds that MSW needs to deliver half a response. */
const passingOn = 20;

/** The requests that came here, with the ids that MSW gave them. */
const handled = new WeakMap<Request, string>();

/** Which operations to answer; all others go to the next handler. */
export interface HandlersOptions {
  /** Only these. */
  readonly only?: readonly OperationName[];
  /** All but these. */
  readonly except?: readonly OperationName[];
}

const names = z.optional(z.array(operationName));

export const handlersRows = z.object({ only: names, except: names } satisfies Rows<HandlersOptions>);

/**
 * Request handlers for MSW's `setupServer` and `setupWorker`: one per operation, plus the upload URL,
 * at the sandbox's `baseUrl` and `uploadBaseUrl`. Without options, everything else at
 * `baseUrl` is answered too: the control plane works, and a mistyped path fails as in production.
 *
 * ```ts
 * const server = setupServer(...handlers(sandbox));
 * ```
 */
export function handlers(sandbox: Sandbox, options: HandlersOptions = {}): HttpHandler[] {
  Sandbox.check(sandbox, 'handlers(createSandbox())');
  checkOptions(handlersRows, options, 'The options of handlers()');
  const { only, except = [] } = options;
  const includes = (names: readonly string[], name: string) => names.includes(name);
  const rows = operationsOf(sandbox.endpoints).filter(
    ({ name }) => (!only || includes(only, name)) && !includes(except, name),
  );
  const response = async ({ request, requestId = '' }: { request: Request; requestId?: string }) => {
    // If a server was never closed, as after a crash, MSW hands over each request twice.
    if (handled.has(request) && handled.get(request) === requestId) return passthrough();
    handled.set(request, requestId);
    const result = await sandbox.handle({ ...fromRequest(request), isMocked: true });
    if (!('network' in result)) {
      const { status, headers, body } = result;
      return new HttpResponse(body as BodyInit | null, { status, headers });
    }
    switch (result.network) {
      case 'hang':
        return new Promise<HttpResponse<null>>(() => {});
      case 'cut':
        // MSW drops the whole response if its body breaks off before the first half was delivered.
        return brokenBody(result.response, () => sleep(passingOn));
      default:
        return HttpResponse.error();
    }
  };
  const verbs = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };
  const rowHandlers = rows.map(({ name, method, path }) => {
    const origin = name === 'putUpload' ? sandbox.uploadBaseUrl : sandbox.baseUrl;
    return verbs[method](`${origin}${fillPath(path, (name) => `:${name}`)}`, response);
  });
  if (only || except.length > 0) return rowHandlers;
  const origins = [sandbox.baseUrl, sandbox.uploadBaseUrl];
  return [...rowHandlers, ...origins.map((origin) => http.all(`${origin}/*`, response))];
}
