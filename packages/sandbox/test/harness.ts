import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import { describe, expect, onTestFinished } from 'vitest';
import { nightly } from '../../../tooling/nightly.ts';
import type { Envelope } from './envelope.ts';
import { type Mount, mounts } from './mounts.ts';

/**
 * How the sandbox's tests speak to it: plain HTTP, never the client, so that the two cannot share a
 * mistake.
 *
 *     conformance('sending', (open) => {
 *       test('a send is 201 (R45)', async () => {
 *         const service = await open();
 *         const answer = await service.call('POST', '/api/v1/emails', { json: { from: 'ada@example.com' } });
 *         expect(answer.outcome).toBe('201');
 *       });
 *     });
 *
 * Tests that need no mount call a sandbox directly: `call(sandbox, 'GET', '/api/v1/emails')`.
 */

/** The clock of every {@link Service} starts here. It moves only when a test moves it. */
export const start = '2026-01-01T00:00:00.000Z';

/** What {@link call} needs to reach a sandbox. Every `Sandbox` and every {@link Service} has it. */
export interface Target {
  readonly baseUrl: string;
  readonly liveApiKey: string;
  readonly fetch: typeof fetch;
}

/** A request, apart from its method and path. */
export interface Request {
  /** API key. Default: the live key of the default account, and none for the control plane. `null` sends none. */
  readonly key?: string | null | undefined;
  /** Header that carries the key. Default: `authorization`. */
  readonly auth?: 'authorization' | 'x-api-key';
  /** Further headers. `null` removes a default one (`content-type`). */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Body, sent as JSON. */
  readonly json?: unknown;
  /** Body, sent unchanged. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly query?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A response that was read completely. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. Throws if it is not JSON. */
  readonly json: unknown;
  /** The same, typed as the envelope of the API. */
  readonly body: Envelope;
  /** Status and error code in one line: `201`, `400 VALIDATION_ERROR`. */
  readonly outcome: string;
}

/** Sends a request and reads the whole response. */
export async function call(
  target: Target,
  method: string,
  path: string,
  request: Request = {},
): Promise<TestResponse> {
  return responseOf(await ask(target, method, path, request));
}

/** Sends a request and leaves the response unread. For answers that never end or fail halfway. */
export function ask(target: Target, method: string, path: string, request: Request = {}): Promise<Response> {
  const { key = path.startsWith('/_sandbox') ? null : target.liveApiKey, auth = 'authorization' } = request;
  const text = request.json === undefined ? request.body : JSON.stringify(request.json);
  // With a string, fetch would add its own Content-Type.
  const body = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const headers = new Headers();
  if (body) headers.set('content-type', 'application/json');
  if (key) headers.set(auth, auth === 'authorization' ? `Bearer ${key}` : key);
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  const search = request.query ? `?${new URLSearchParams(request.query)}` : '';
  const { signal } = request;
  const init = { method, headers, ...(body && { body }), ...(signal && { signal }) };
  return target.fetch(`${target.baseUrl}${path}${search}`, init);
}

/** A sandbox that is served at a URL, for example by another process. */
export function servedAt(baseUrl: string, liveApiKey = 'sk_live_sandbox'): Target {
  return { baseUrl, liveApiKey, fetch };
}

/** Reads a response completely. */
export async function responseOf(response: Response): Promise<TestResponse> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('/json') && text !== '';
  const code = isJson ? (JSON.parse(text) as Partial<Envelope> | null)?.error?.code : undefined;
  return {
    status,
    headers,
    text,
    get json(): unknown {
      return JSON.parse(text);
    },
    get body(): Envelope {
      return JSON.parse(text);
    },
    outcome: code ? `${status} ${code}` : String(status),
  };
}

/** Returns `data` of an API answer. Fails if the response is a refusal. */
export function payload<Payload>(response: TestResponse): Payload {
  expect(response.status, response.text).toBeLessThan(300);
  return JSON.parse(response.text).data;
}

/** A fresh sandbox behind one of the mounts. */
export interface Service extends Target {
  readonly sandbox: Sandbox;
  readonly mount: Mount['name'];
  /** {@link call} with this service. */
  call(method: string, path: string, request?: Request): Promise<TestResponse>;
  /** Unmounts the sandbox before the end of the test, which unmounts it anyway. */
  close(): Promise<void>;
}

/** Opens a fresh sandbox for one test: frozen at {@link start}, with the same ids in every run. */
export type Open = (options?: SandboxOptions) => Promise<Service>;

/** Runs the tests of `define` once for every mount. By day, MSW and HTTP each take a quarter of the files. */
export function conformance(title: string, define: (open: Open) => void): void {
  const further = ['MSW', 'HTTP'][title.length % 4];
  const chosen = mounts.filter(({ name }) => nightly || name === 'sandbox.fetch' || name === further);
  overMounts(chosen, title, define);
}

/** Runs the tests of `define` once for every mount that has the control plane. */
export function controlPlane(title: string, define: (open: Open) => void): void {
  const served = mounts.filter(({ hasControlPlane }) => hasControlPlane);
  overMounts(served, `control plane: ${title}`, define);
}

function overMounts(chosen: readonly Mount[], title: string, define: (open: Open) => void): void {
  describe.each(chosen)(`${title} through $name`, ({ name, mount }) => {
    define(async (options) => {
      const sandbox = createSandbox({ clock: 'manual', startAt: start, randomSeed: 7, ...options });
      const { baseUrl, fetch, close: unmount } = await mount(sandbox);
      let open = true;
      const close = async () => {
        if (open) await unmount();
        open = false;
      };
      onTestFinished(close);
      const target = {
        baseUrl,
        fetch,
        get liveApiKey() {
          return sandbox.liveApiKey;
        },
      };
      return Object.assign(target, {
        sandbox,
        mount: name,
        call: (method: string, path: string, request?: Request) => call(target, method, path, request),
        close,
      });
    });
  });
}
