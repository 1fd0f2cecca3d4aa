import type { SandboxOptions } from '@mailrig/sandbox';
import { emails, hello } from '../conformance/emails.ts';
import { presignedUrl } from '../conformance/upload.ts';
import { ask, conformance, payload, type Request, type Service } from '../harness.ts';

/** A service with requests that leave their responses unread, because a fault may break them. */
export interface Faulty extends Service {
  list(request?: Request): Promise<Response>;
  send(fields?: object, request?: Request): Promise<Response>;
  /** Declares a file of three bytes and uploads it to its presigned URL. */
  upload(init?: RequestInit): Promise<Response>;
}

/** Runs the tests of `define` once for every mount. */
export function faults(
  title: string,
  define: (open: (options?: SandboxOptions) => Promise<Faulty>) => void,
): void {
  conformance(`faults: ${title}`, (open) => define(async (options) => faulty(await open(options))));
}

function faulty(service: Service): Faulty {
  return Object.assign(service, {
    list: (request?: Request) => ask(service, 'GET', emails, request),
    send: (fields: object = {}, request: Request = {}) =>
      ask(service, 'POST', emails, { ...request, json: { ...hello, ...fields } }),
    async upload(init?: RequestInit) {
      const file = { filename: 'a.txt', contentType: 'text/plain', size: 3 };
      const created = await service.call('POST', presignedUrl, { json: file });
      const { uploadUrl } = payload<{ uploadUrl: string }>(created);
      const headers = { 'content-type': 'text/plain' };
      return service.fetch(uploadUrl, { ...init, method: 'PUT', body: 'abc', headers });
    },
  });
}

/** The error code in a response. */
export async function codeOf(response: Response): Promise<string | undefined> {
  return ((await response.json()) as { error?: { code?: string } }).error?.code;
}

/** The error that a promise rejects with. Fails if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
