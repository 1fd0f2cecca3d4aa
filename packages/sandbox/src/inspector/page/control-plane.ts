import { fillPath } from '@mailrig/contract';
import type { ResponseOf, InputOf, VerbName } from './control-types.ts';
import type { Browser } from './model/browser.ts';
import { messageOf } from './sandbox-tables.ts';

/** The account and the token that a call is made with. */
export interface Caller {
  /** Account id. `undefined` means the default account, or every account if the route covers several. */
  readonly account: string | undefined;
  readonly token: string | undefined;
  readonly fetch: Browser['fetch'];
  /** Number of the event after which everything is read; absent for now. */
  readonly at?: number | undefined;
}

/** What a verb takes, by name: the parameters of its path, its query and its JSON body together. It checks the values. */
export type Given<Name extends VerbName> = Readonly<Partial<Record<FieldsOf<InputOf<Name>>, unknown>>>;

type FieldsOf<Input> = Input extends object ? keyof Input : never;

/** How to call. */
export interface CallOptions {
  /** Sent as it is, instead of JSON. */
  readonly file?: Blob;
  readonly signal?: AbortSignal;
}

/** The control plane refused a call or did not respond. The message is shown to the user. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether a call failed because no response came. */
export function isNoResponse(error: unknown): boolean {
  return error instanceof CallError && error.status === 0;
}

/** The text to show instead of something that never loaded. */
export function shownProblem(error: unknown): string {
  return isNoResponse(error)
    ? 'This was never loaded, and the sandbox does not respond. It appears as soon as the sandbox is back.'
    : messageOf(error);
}

/** Put in by the build: the method and the path of each verb, such as `GET /messages/{id}`. */
declare const controlRoutes: Readonly<Record<VerbName, string>>;

/** Calls a verb of the control plane and returns the response as it came. Throws a `CallError` if the call fails. */
export async function request<Name extends VerbName>(
  caller: Caller,
  verb: Name,
  given?: Given<Name>,
  { file, signal }: CallOptions = {},
): Promise<Response> {
  const [method = '', template = ''] = controlRoutes[verb].split(' ');
  const fields = new Map(Object.entries(given ?? {}).filter(([, value]) => value !== undefined));
  const path = fillPath(template, (name) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = {};
  if (caller.token !== undefined) headers['authorization'] = `Bearer ${caller.token}`;
  if (caller.account !== undefined) headers['x-sandbox-account'] = caller.account;
  const { fetch } = caller;
  const init: RequestInit = { method, headers, cache: 'no-store', signal: signal ?? null };
  let query = '';
  if (method === 'GET' || method === 'DELETE') {
    if (method === 'GET' && caller.at !== undefined) fields.set('at', caller.at);
    const parts = [...fields]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, String(value)]);
    if (parts.length > 0) query = `?${new URLSearchParams(parts).toString()}`;
  } else if (file) init.body = file;
  else if (fields.size > 0) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(Object.fromEntries(fields));
  }
  const response = await fetch(`/_sandbox${path}${query}`, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(0, 'No response from the sandbox. Check that it is still running.');
  });
  if (!response.ok) throw new CallError(response.status, await errorMessage(response));
  return response;
}

/** Calls a verb and returns the JSON of the response, `undefined` if it has no body. */
export async function call<Name extends VerbName>(
  caller: Caller,
  verb: Name,
  given?: Given<Name>,
  options?: CallOptions,
): Promise<ResponseOf<Name>> {
  const response = await request(caller, verb, given, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as ResponseOf<Name>;
}

async function errorMessage(response: Response): Promise<string> {
  const { message } = refusalIn(await response.text());
  // Something other than the sandbox may have responded, such as a proxy.
  return message ?? `The sandbox responded with status ${response.status}. Reload the page and try again.`;
}

/** The message in the body of an error of the API. */
export interface Refusal {
  /** About the whole request; `undefined` if the body is not that of an error. */
  readonly message: string | undefined;
  /** About single fields, by their path, such as `to[1]`. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Reads the body of an error. */
export function refusalIn(text: string | undefined): Refusal {
  const { error } = Object(parsed(text)) as {
    readonly error?: { readonly message?: unknown; readonly details?: { readonly errors?: unknown } };
  };
  const listed: readonly unknown[] = Array.isArray(error?.details?.errors) ? error.details.errors : [];
  const rows = listed.map((row) => Object(row) as { readonly field?: unknown; readonly message?: unknown });
  return {
    message: typeof error?.message === 'string' ? error.message : undefined,
    fields: new Map(rows.toReversed().map(({ field, message }) => [String(field), String(message)])),
  };
}

/** The value of a JSON text; `undefined` if it is not JSON. */
export function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
