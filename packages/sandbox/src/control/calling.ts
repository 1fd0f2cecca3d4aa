import { messageOf } from './control-error.ts';

/** A query with every value that is present. Its blanks are `%20`: a `+` may belong to an address. */
export function searchOf(query: object): string {
  const present = Object.entries(query).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
  return parameters.toString().replaceAll('+', '%20');
}

/** A served sandbox, or one of its accounts. */
export interface CalledSandbox {
  readonly url: string;
  readonly controlToken?: string | undefined;
  readonly accountId?: string;
}

/**
 * Calls the control plane of a served sandbox. A body makes it a POST.
 *
 * @throws Error with the reason of the system if there is no response.
 */
export async function callSandbox(sandbox: CalledSandbox, path: string, body?: object): Promise<Response> {
  const { controlToken, accountId } = sandbox;
  const url = sandbox.url.replace(/\/$/, '');
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
    ...(accountId !== undefined && { 'x-sandbox-account': accountId }),
  };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return fetch(`${url}/_sandbox${path}`, { ...init, headers, redirect: 'manual' }).catch((error: unknown) => {
    const reason = messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
    throw new Error(`No sandbox answers at ${url}: ${reason}`, { cause: error });
  });
}
