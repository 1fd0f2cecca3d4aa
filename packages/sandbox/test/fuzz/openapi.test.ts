import { operationsOf, type WireOptions } from '@mailrig/contract';
import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bytesOf } from '../conformance/upload.ts';
import { DescribedApi, type DescribedOperation } from '../described-api.ts';
import { answerOf, call, payload, start } from '../harness.ts';
import { requestsTo, sendTo, statusFor } from './described-requests.ts';
import { seed } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Requests to each operation; set the variable to make more. */
const runs = Number(process.env['MAILRIG_FUZZ_RUNS'] ?? 40);

const wire: Partial<WireOptions> = {
  authError: 'bare',
  nulls: 'explicit',
  successStatus: '200',
  pageContainer: 'nested',
  listsContainer: 'paginated',
  sendErrorStatus: 'semantic',
  verification: 'minimal',
  batchResults: 'items',
};

const sandboxes: readonly (readonly [string, SandboxOptions])[] = [
  ['the default sandbox', {}],
  ['a strict sandbox with other wire options', { wire, strict: true }],
  [
    'a sandbox with small limits',
    { limits: { attachmentBytes: 1_000, inlineAttachmentBytes: 10, uploadBytes: 20 } },
  ],
];

const createUpload = { filename: 'a.bin', contentType: 'application/octet-stream', size: 5 };

/** Fills a sandbox with one of everything, and returns what paths and queries need to name it. */
async function idsIn(sandbox: Sandbox): Promise<Readonly<Record<string, readonly string[]>>> {
  const post = async (path: string, json: object) =>
    payload<Record<string, string>>(await call(sandbox, 'POST', `/api/v1${path}`, { json }));
  const customFields = [{ key: 'plan', label: 'Plan', type: 'text' }];
  const { id: list = '' } = await post('/contact-lists', { name: 'Readers', customFields });
  const { id: contact = '' } = await post(`/contact-lists/${list}/contacts`, { email: 'ada@example.net' });
  const { attachmentId: stored = '', uploadUrl = '' } = await post(
    '/attachments/presigned-url',
    createUpload,
  );
  await answerOf(await sandbox.fetch(uploadUrl, { method: 'PUT', body: bytesOf('hello') }));
  const { attachmentId: waiting = '', uploadUrl: free = '' } = await post(
    '/attachments/presigned-url',
    createUpload,
  );
  const { verificationId: batch = '' } = await post('/email-verification/batch', {
    emails: ['a@example.net'],
  });
  await post('/emails', { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hi', text: 'Hi' });
  const email = sandbox.mailbox.list()[0]?.id ?? '';
  return {
    contactList: [list],
    contact: [list, contact],
    attachment: [stored],
    upload: [waiting],
    token: [new URL(free).searchParams.get('token') ?? ''],
    verification: [batch],
    email: [email],
  };
}

/** Bodies with many members need more requests. */
function partsOf({ requestBody }: DescribedOperation, api: DescribedApi): number {
  const schema = requestBody?.content['application/json']?.schema;
  return 1 + Object.keys((schema && api.flat(schema).properties) ?? {}).length / 4;
}

/** What the ids in a path name. */
const kinds: readonly (readonly [part: string, kind: string])[] = [
  ['/contacts/{id}', 'contact'],
  ['/contact-lists/', 'contactList'],
  ['/attachments/', 'attachment'],
  ['/uploads/', 'upload'],
  ['/email-verification/', 'verification'],
  ['/emails/', 'email'],
];

describe.each(sandboxes)('%s', (_name, options) => {
  test.each(operationsOf('published').map(({ name }) => name))(
    '%s answers requests from its description as described, and accepts none that violates it',
    async (name) => {
      const sandbox = createSandbox({
        ...options,
        clock: 'manual',
        startAt: start,
        rateLimit: false,
        endpoints: 'published',
      });
      const ids = await idsIn(sandbox);
      const api = await DescribedApi.of(sandbox);
      const operation = api.operation(name);
      const filled = sandbox.snapshot();
      const kind = kinds.find(([part]) => operation.path.includes(part))?.[1] ?? '';
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(
          requestsTo(api, operation, { ids: ids[kind] ?? [], token: ids['token'] ?? [] }),
          async (request) => {
            sandbox.restore(filled);
            const answer = await sendTo(sandbox, request);
            expect(api.mistakes(name, answer)).toEqual([]);
            expect(answer.status, answer.text).toBeLessThan(500);
            if (!request.valid) expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
            const only = statusFor(request);
            if (only !== undefined) expect(answer.status).toBe(only);
            if (answer.status < 300) accepted += 1;
          },
        ),
        { seed, numRuns: Math.ceil(runs * partsOf(operation, api)) },
      );
      // Otherwise nothing but refusals was compared.
      expect(accepted).toBeGreaterThan(0);
    },
  );
});
