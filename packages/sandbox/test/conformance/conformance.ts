import { createSandbox } from '@mailrig/sandbox';
import { describe, onTestFinished } from 'vitest';
import { type Mounted, mounts, type Sandbox } from './mounts.ts';

type SandboxOptions = NonNullable<Parameters<typeof createSandbox>[0]>;

/** When the clock of every sandbox starts; it moves only when a test moves it. */
export const start = '2026-01-01T00:00:00.000Z';

/** What a request carries beside its method and path. */
export interface Request {
  /** API key, default the live key of the default account; `null` sends none. */
  readonly key?: string | null;
  /** Header that carries the key, default `authorization`. */
  readonly auth?: 'authorization' | 'x-api-key';
  /** Further headers; `null` takes a default one (`content-type`) away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Body, written as JSON. */
  readonly json?: unknown;
  /** Body, sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly query?: Readonly<Record<string, string>>;
}

/** An answer of the sandbox, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws where it is none. */
  readonly body: Body;
  /** Status and error code in one line: `201`, `400 VALIDATION_ERROR`. */
  readonly outcome: string;
}

/** Envelope of an answer; `data` or `error` is there, by the status. */
export interface Body {
  readonly success: boolean;
  readonly data: Data;
  readonly error: { readonly code: string; readonly message: string; readonly details: Details };
  readonly meta: { readonly timestamp: string; readonly requestId: string; readonly path: string };
  readonly pagination: Pagination;
}

export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
  readonly hasNext?: boolean;
  readonly hasPrev?: boolean;
}

/** Every payload field that the suite reads. */
export interface Data extends Email {
  readonly skipped: boolean;
  readonly sandbox: boolean;
  readonly message: string;
  readonly recipients: readonly string[];
  readonly emails: readonly Email[];
  readonly pagination: Pagination;
}

export interface Email {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc?: readonly string[] | null;
  readonly bcc?: readonly string[] | null;
  readonly subject: string;
  readonly status: string;
  readonly messageId: string;
  readonly templateId?: string | null;
  readonly createdAt: string;
  readonly sentAt?: string | null;
  readonly deliveredAt?: string | null;
  readonly openedAt?: string | null;
  readonly clickedAt?: string | null;
}

export interface Details {
  readonly field?: string;
  readonly value?: unknown;
  readonly reason?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly suppressed?: readonly string[];
  readonly missing?: readonly string[];
  readonly limit?: unknown;
}

/** A fresh sandbox behind one of the mounts. */
export interface Service {
  readonly sandbox: Sandbox;
  /** Where it answers. */
  readonly url: string;
  call(method: string, path: string, request?: Request): Promise<Answer>;
  /** Sends a request to any URL as it is, with no key. */
  request(url: string, init?: RequestInit): Promise<Answer>;
  /** Unmounts it before the test's end, which unmounts it anyway. */
  close(): Promise<void>;
}

/** Opens a fresh sandbox for one test. */
export type Open = (options?: SandboxOptions) => Promise<Service>;

/** Runs the tests of `define` once for every mount. */
export function conformance(title: string, define: (open: Open) => void): void {
  describe.each(mounts)(`${title} through $name`, ({ mount }) => {
    define(async (options) => {
      const sandbox = createSandbox({ clock: 'manual', startAt: start, randomSeed: 7, ...options });
      const mounted = await mount(sandbox);
      let open = true;
      const close = async () => {
        if (open) await mounted.close();
        open = false;
      };
      onTestFinished(close);
      return {
        sandbox,
        url: mounted.url,
        close,
        call: (method, path, request = {}) =>
          call(mounted, method, path, { key: sandbox.liveApiKey, ...request }),
        request: async (url, init) => answerOf(await mounted.fetch(url, init)),
      };
    });
  });
}

async function call(mounted: Mounted, method: string, path: string, request: Request): Promise<Answer> {
  const { key, auth = 'authorization', query } = request;
  const text = request.json === undefined ? request.body : JSON.stringify(request.json);
  // A string would make fetch add a Content-Type of its own.
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const headers = new Headers();
  if (body) headers.set('content-type', 'application/json');
  if (key) headers.set(auth, auth === 'authorization' ? `Bearer ${key}` : key);
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const init = { method, headers, ...(body && { body }) };
  return answerOf(await mounted.fetch(`${mounted.url}${path}${search}`, init));
}

async function answerOf(response: Response): Promise<Answer> {
  return answer(response.status, response.headers, await response.text());
}

function answer(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.includes('json') && text !== '';
  const read = (): Body => JSON.parse(text);
  return {
    status,
    headers,
    text,
    get body() {
      return read();
    },
    outcome: [status, ...(isJson && read().error?.code ? [read().error.code] : [])].join(' '),
  };
}
