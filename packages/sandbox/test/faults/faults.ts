import { createSandbox } from '@mailrig/sandbox';
import { describe, onTestFinished } from 'vitest';
import { mounts, type Sandbox } from '../conformance/mounts.ts';

/** A sandbox behind one mount, and calls to it that may fail as a platform's do. */
export interface Faulty {
  readonly sandbox: Sandbox;
  /** Name of the mount. */
  readonly mount: string;
  list(init?: RequestInit): Promise<Response>;
  send(fields?: object, init?: RequestInit): Promise<Response>;
  /** Announces a file of three bytes and PUTs it to its presigned URL. */
  upload(init?: RequestInit): Promise<Response>;
}

/** Opens a fresh sandbox for one test. */
export type OpenFaulty = (options?: Parameters<typeof createSandbox>[0]) => Promise<Faulty>;

/** Runs the tests of `define` once for every mount. */
export function faults(title: string, define: (open: OpenFaulty) => void): void {
  describe.each(mounts)(`faults: ${title} through $name`, ({ name, mount }) => {
    define(async (options) => {
      const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01', ...options });
      const mounted = await mount(sandbox);
      onTestFinished(() => mounted.close());
      const call = (path: string, init: RequestInit = {}) =>
        mounted.fetch(`${mounted.url}/api/v1${path}`, {
          ...init,
          headers: {
            'x-api-key': sandbox.liveApiKey,
            ...(init.body !== undefined && { 'content-type': 'application/json' }),
          },
        });
      const post = (path: string, body: object, init: RequestInit = {}) =>
        call(path, { ...init, method: 'POST', body: JSON.stringify(body) });
      return {
        sandbox,
        mount: name,
        list: (init) => call('/emails', init),
        send: (fields, init) =>
          post(
            '/emails',
            { from: 'a@example.com', to: 'b@example.org', subject: 'Hi', text: 'Hi', ...fields },
            init,
          ),
        async upload(init) {
          const file = { filename: 'a.txt', contentType: 'text/plain', size: 3 };
          const announced = await post('/attachments/presigned-url', file);
          const { data } = (await announced.json()) as { data: { uploadUrl: string } };
          return mounted.fetch(data.uploadUrl, {
            ...init,
            method: 'PUT',
            body: 'abc',
            headers: { 'content-type': 'text/plain' },
          });
        },
      };
    });
  });
}

/** Code of the error in an answer. */
export async function codeOf(response: Response): Promise<string | undefined> {
  return ((await response.json()) as { error?: { code?: string } }).error?.code;
}

/** What a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
