import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, onTestFinished } from 'vitest';
import { mounts, type Sandbox } from '../conformance/mounts.ts';

type SandboxOptions = NonNullable<Parameters<typeof createSandbox>[0]>;

/** When the clock of every sandbox starts; it moves only when a test moves it. */
export const start = '2026-01-01T00:00:00.000Z';

/** An answer, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws where it is none. */
  readonly json: unknown;
  /** Status and error code in one line: `200`, `404 NOT_FOUND`. */
  readonly outcome: string;
}

/** A sandbox whose control plane is spoken to over HTTP. */
export interface Plane {
  readonly sandbox: Sandbox;
  /** Where it answers. */
  readonly url: string;
  /** Calls the control plane; `path` is what follows `/_sandbox`. */
  control(
    method: string,
    path: string,
    json?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
  /** Calls the API with the live key of the default account, or another; `path` is what follows `/api/v1`. */
  api(method: string, path: string, json?: unknown, key?: string): Promise<Reply>;
}

/** Opens a fresh sandbox for one test. */
export type OpenPlane = (options?: SandboxOptions) => Promise<Plane>;

/**
 * Runs the tests of `define` for every mount that has the control plane. MSW has none: its handlers
 * are the operations and the upload URL.
 */
export function controlPlane(title: string, define: (open: OpenPlane) => void): void {
  const served = mounts.filter(({ name }) => name !== 'MSW');
  describe.each(served)(`control plane: ${title} through $name`, ({ mount }) => {
    define(async (options) => {
      const sandbox = createSandbox({ clock: 'manual', startAt: start, randomSeed: 7, ...options });
      const mounted = await mount(sandbox);
      onTestFinished(() => mounted.close());
      const call = async (
        method: string,
        path: string,
        json: unknown,
        given: Readonly<Record<string, string>>,
      ) => {
        const headers = new Headers(given);
        if (json !== undefined) headers.set('content-type', 'application/json');
        const init = { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) };
        const response = await mounted.fetch(`${mounted.url}${path}`, init);
        return reply(response.status, response.headers, await response.text());
      };
      return {
        sandbox,
        url: mounted.url,
        control: (method, path, json, headers = {}) => call(method, `/_sandbox${path}`, json, headers),
        api: (method, path, json, key = sandbox.liveApiKey) =>
          call(method, `/api/v1${path}`, json, { authorization: `Bearer ${key}` }),
      };
    });
  });
}

/** The body of a success, taken to be what the caller says. */
export function read<Body>(answer: Reply): Body {
  expect(answer.status, answer.text).toBeLessThan(300);
  return JSON.parse(answer.text);
}

/** Fails unless the answer is a `400 VALIDATION_ERROR` that names `field`. */
export function expectInvalid(answer: Reply, field: string): void {
  expect(answer.outcome, answer.text).toBe('400 VALIDATION_ERROR');
  expect(answer.json).toMatchObject({
    success: false,
    error: { message: expect.stringContaining(field), details: { field } },
    meta: { timestamp: expect.any(String), requestId: expect.any(String) },
  });
}

/** Sends an email with the live key, or another, and returns the receipt. */
export async function send(
  plane: Plane,
  fields: object = {},
  key?: string,
): Promise<{ readonly id: string; readonly messageId: string }> {
  const hello = {
    from: 'ada@example.com',
    to: 'bob@example.net',
    subject: 'Hello',
    html: '<p>Hello</p>',
    ...fields,
  };
  return read<{ data: { id: string; messageId: string } }>(await plane.api('POST', '/emails', hello, key))
    .data;
}

/** A second account with a live and a test key. */
export const other = {
  domain: { name: 'other.example', dnsVerified: true, active: true },
  credits: 5,
  keys: [
    { key: 'sk_live_other', environment: 'live' },
    { key: 'sk_test_other', environment: 'test' },
  ],
} as const;

/** Opens {@link other} and returns its id. */
export async function addOther(plane: Plane): Promise<string> {
  return read<{ id: string }>(await plane.control('POST', '/accounts', other)).id;
}

function reply(status: number, headers: Headers, text: string): Reply {
  const isJson = headers.get('content-type')?.includes('json') && text !== '';
  const json = (): { readonly error?: { readonly code: string } } => JSON.parse(text);
  const code = isJson ? json().error?.code : undefined;
  return {
    status,
    headers,
    text,
    get json() {
      return json();
    },
    outcome: code === undefined ? String(status) : `${status} ${code}`,
  };
}
