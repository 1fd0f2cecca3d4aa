import { operationsOf, type WireOptions } from '@mailrig/contract';
import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bytesOf } from '../conformance/upload.ts';
import { DescribedApi, type DescribedOperation } from '../described-api.ts';
import { type TestResponse, responseOf, call, payload, start } from '../harness.ts';
import { atEdges, type DescribedRequest, requestsTo, sendTo, statusFor } from './described-requests.ts';
import { seed } from './world.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Requests to each operation; set the variable to make more. */
const runs = Number(process.env['MAILRIG_FUZZ_RUNS'] ?? 8);

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

/** The address of the contact in the path. It cannot be changed. */
const contactEmail = 'ada@example.net';

const createUpload = { filename: 'a.bin', contentType: 'application/octet-stream', size: 5 };

/** Fills a sandbox with one of everything, and returns what paths and queries need to name it. */
async function idsIn(sandbox: Sandbox): Promise<Readonly<Record<string, readonly string[]>>> {
  const post = async (path: string, json: object) =>
    payload<Record<string, string>>(await call(sandbox, 'POST', `/api/v1${path}`, { json }));
  const customFields = [{ key: 'plan', label: 'Plan', type: 'text' }];
  const { id: list = '' } = await post('/contact-lists', { name: 'Readers', customFields });
  const { id: contact = '' } = await post(`/contact-lists/${list}/contacts`, { email: contactEmail });
  const { attachmentId: stored = '', uploadUrl = '' } = await post(
    '/attachments/presigned-url',
    createUpload,
  );
  await responseOf(await sandbox.fetch(uploadUrl, { method: 'PUT', body: bytesOf('hello') }));
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

/** Sends requests to an operation until one finds a difference from the description; returns how many were accepted. */
async function compare(
  sandbox: Sandbox,
  describe: (document: string) => string,
  name: string,
): Promise<{ readonly accepted: number; readonly difference: string | undefined }> {
  const ids = await idsIn(sandbox);
  const { text } = await call(sandbox, 'GET', '/_sandbox/openapi.json');
  const api = new DescribedApi(JSON.parse(describe(text)));
  const operation = api.operation(name);
  const filled = sandbox.snapshot();
  const kind = kinds.find(([part]) => operation.path.includes(part))?.[1] ?? '';
  const requests = requestsTo(api, operation, {
    ids: ids[kind] ?? [],
    token: ids['token'] ?? [],
    members: kind === 'contact' ? { email: contactEmail } : {},
  });
  let accepted = 0;
  let base: DescribedRequest | undefined;
  const property = fc.asyncProperty(requests, async (request) => {
    sandbox.restore(filled);
    const response = await sendTo(sandbox, request);
    if (response.status < 300) accepted += 1;
    if (response.status < 300 && (!base || sizeOf(request) < sizeOf(base))) base = request;
    return differences(api, request, response).length === 0;
  });
  const numRuns = Math.ceil(runs * partsOf(operation, api));
  const details = await fc.check(property, { seed, numRuns });
  if (details.failed) return { accepted, difference: fc.defaultReportMessage(details) };
  for (const request of base ? atEdges(api, base) : []) {
    sandbox.restore(filled);
    const found = differences(api, request, await sendTo(sandbox, request));
    if (found.length === 0) continue;
    const { query, body } = request;
    return {
      accepted,
      difference: `${found.join(', ')}: ${JSON.stringify({ query, body }).slice(0, 2_000)}`,
    };
  }
  return { accepted, difference: undefined };
}

const sizeOf = ({ query, headers, body }: DescribedRequest) => JSON.stringify([query, headers, body]).length;

function differences(
  api: DescribedApi,
  request: DescribedRequest,
  response: TestResponse,
): readonly string[] {
  const { status } = response;
  const only = statusFor(request);
  return [
    ...api.mistakes(request.operation.operationId, response),
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(!request.valid && status < 400 ? ['an invalid request was accepted'] : []),
    ...(only !== undefined && status !== only ? [`status ${status} instead of ${only}`] : []),
  ];
}

const open = (options: SandboxOptions = {}) =>
  createSandbox({ ...options, clock: 'manual', startAt: start, rateLimit: false, endpoints: 'published' });

describe.each(sandboxes)('%s', (_name, options) => {
  test.each(operationsOf('published').map(({ name }) => name))(
    '%s answers requests from its description as described, and accepts none that violates it',
    async (name) => {
      const { accepted, difference } = await compare(open(options), (document) => document, name);
      expect(difference).toBeUndefined();
      // Otherwise nothing but refusals was compared.
      expect(accepted).toBeGreaterThan(0);
    },
  );
});

test.each([
  ['sendEmail', '"maxLength":998', '"maxLength":997'],
  ['sendEmail', '"required":["subject"]', '"required":["subject","replyTo"]'],
  ['createUpload', '"maxLength":255', '"maxLength":254'],
  ['createUpload', '"size":{"maximum":10485760}', '"size":{"maximum":10485759}'],
  ['createContactList', '"maxLength":100,', '"maxLength":99,'],
  ['createContactList', '"type":["array","null"]', '"type":"array"'],
  ['createContact', '"maxLength":100}', '"maxLength":99}'],
  ['createVerificationBatch', '"minItems":1', '"minItems":2'],
  ['createVerificationBatch', '"maxItems":1000', '"maxItems":999'],
  ['listEmails', '"maximum":100}', '"maximum":99}'],
  ['listVerifications', '"hasNext":{"type":"boolean"}', '"hasNext":{"type":"string"}'],
])('a description of %s with %s as %s is found to be wrong', async (name, right, wrong) => {
  const tampered = (document: string) => {
    expect(document).toContain(right);
    return document.replaceAll(right, wrong);
  };
  expect((await compare(open(), tampered, name)).difference).toBeDefined();
});
