/** Who is asking: the account that was chosen and the token of the control plane. */
export interface Caller {
  /** Id of the account; `undefined` for the default one, and for all of them where that makes sense. */
  readonly account: string | undefined;
  readonly token: string | undefined;
}

/** One call to the control plane. */
export interface CallOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A call that was refused, or that got no answer; the message is for the user. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Calls the control plane; `path` is what follows `/_sandbox`. Throws a {@link CallError}. */
export async function request(caller: Caller, path: string, options: CallOptions = {}): Promise<Response> {
  const { method = 'GET', body, signal } = options;
  const headers: Record<string, string> = {};
  if (caller.token !== undefined) headers['authorization'] = `Bearer ${caller.token}`;
  if (caller.account !== undefined) headers['x-sandbox-account'] = caller.account;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  const response = await fetch(`/_sandbox${path}`, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(0, 'The sandbox does not answer. Is it still running?');
  });
  if (!response.ok) throw new CallError(response.status, await reason(response));
  return response;
}

/** The same for calls that answer JSON, or nothing. */
export async function call<Answer>(caller: Caller, path: string, options?: CallOptions): Promise<Answer> {
  const response = await request(caller, path, options);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** A value as one segment of a path. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}

/** The parts that have a value, as a query. */
export function query(parts: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

async function reason(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    if (error?.message !== undefined) return error.message;
  } catch {
    // What is no JSON is no answer of the sandbox.
  }
  return `The sandbox answered ${response.status}`;
}
