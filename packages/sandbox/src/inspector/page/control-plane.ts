import { refusalIn } from './refusal.ts';

/** The account and the token that a call is made with. */
export interface Caller {
  /** Account id. `undefined` means the default account, or every account if the route covers several. */
  readonly account: string | undefined;
  readonly token: string | undefined;
  /** Number of the event after which everything is read; absent for now. */
  readonly at?: number | undefined;
}

/** What to send. */
export interface CallOptions {
  /** Default `GET`. */
  readonly method?: string;
  /** Sent as JSON; a file is sent as it is. */
  readonly body?: unknown;
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

/**
 * Calls the control plane and returns the response as it came.
 *
 * @param path The part after `/_sandbox`.
 * @throws CallError if the call fails.
 */
export async function request(caller: Caller, path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', body, signal } = options;
  const headers: Record<string, string> = {};
  if (caller.token !== undefined) headers['authorization'] = `Bearer ${caller.token}`;
  if (caller.account !== undefined) headers['x-sandbox-account'] = caller.account;
  const isFile = body instanceof Blob;
  if (body !== undefined && !isFile) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, cache: 'no-store' };
  if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
  if (signal) init.signal = signal;
  const isPast = caller.at !== undefined && method === 'GET';
  const suffix = isPast ? `${path.includes('?') ? '&' : '?'}at=${caller.at}` : '';
  const response = await fetch(`/_sandbox${path}${suffix}`, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(0, 'No response from the sandbox. Check that it is still running.');
  });
  if (!response.ok) throw new CallError(response.status, await errorMessage(response));
  return response;
}

/** Calls the control plane and returns the JSON of the response, `undefined` if it has no body. */
export async function call<Answer>(caller: Caller, path: string, options?: CallOptions): Promise<Answer> {
  const response = await request(caller, path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Encodes a value as one segment of a path. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}

/** A query string with its `?`, without the parts that are empty or `undefined`. */
export function query(parts: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

async function errorMessage(response: Response): Promise<string> {
  const { message } = refusalIn(await response.text());
  // Something other than the sandbox may have responded, such as a proxy.
  return message ?? `The sandbox responded with status ${response.status}. Reload the page and try again.`;
}
