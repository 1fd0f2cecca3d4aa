import { type OperationName, operations } from '@mailrig/contract';
import { openApiDocument } from '@mailrig/contract/openapi';
import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import * as z from 'zod';

const document = openApiDocument();
const hello = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', html: '<p>Hi</p>' };

/** What the document says of the body that an operation answers with at this status. */
function schemaOf(name: OperationName, status: number): z.ZodType {
  const { path, method } = operations[name];
  const content = document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content;
  const schema = content?.['application/json']?.schema;
  if (!schema) throw new Error(`${name} has no body at ${status}`);
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
}

test('successes and refusals of the sandbox match the OpenAPI document', async () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const call = async (name: OperationName, path: string, status: number, body?: object) => {
    const answer = await sandbox.fetch(`${sandbox.baseUrl}/api/v1${path}`, {
      method: operations[name].method,
      headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const content: unknown = await answer.json();
    expect(answer.status, JSON.stringify(content)).toBe(status);
    const checked = schemaOf(name, status).safeParse(content);
    expect(checked.error?.issues ?? [], `${name} ${status}`).toEqual([]);
    return content as { readonly data: { readonly id: string } };
  };
  await call('sendEmail', '/emails', 201, hello);
  await call('sendEmail', '/emails', 400, { ...hello, from: 'ada@elsewhere.example' });
  await call('sendEmail', '/emails', 400, { ...hello, subject: '' });
  await call('listEmails', '/emails', 200);
  await call('createUpload', '/attachments/presigned-url', 201, {
    filename: 'a.txt',
    contentType: 'text/plain',
    size: 1,
  });
  await call('confirmUpload', '/attachments/att_none/confirm', 404);
  const customFields = [{ key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] }];
  const { data: list } = await call('createContactList', '/contact-lists', 201, {
    name: 'News',
    customFields,
  });
  await call('listContactLists', '/contact-lists', 200);
  await call('updateContactList', `/contact-lists/${list.id}`, 200, { name: 'Newer' });
  const contacts = `/contact-lists/${list.id}/contacts`;
  const contact = { email: 'bob@example.org', customFields: { plan: 'pro' }, consentType: 'explicit' };
  const { data: bob } = await call('createContact', contacts, 201, contact);
  await call('createContact', contacts, 409, contact);
  await call('createContact', contacts, 400, { email: 'eve@example.org', customFields: { plan: 'gold' } });
  await call('listContacts', contacts, 200);
  await call('getContact', `${contacts}/${bob.id}`, 200);
  await call('updateContact', `${contacts}/${bob.id}`, 200, { firstName: 'Bob' });
  await call('verifyEmail', '/email-verification/single', 200, { email: 'bob@example.org' });
  await call('verifyEmail', '/email-verification/single', 400, { email: 'bob' });
  const emails = ['bob@example.org', 'eve@example.org'];
  await call('createVerificationBatch', '/email-verification/batch', 202, { emails });
  sandbox.clock.runUntilIdle();
  await call('listVerifications', '/email-verification', 200);
  await call('getVerification', `/email-verification/none`, 404);
  await call('getVerificationStats', '/email-verification/stats', 200);
  sandbox.credits.set(0);
  await call('verifyEmail', '/email-verification/single', 402, { email: 'new@example.org' });
});

test('an answer with a missing field or another operation’s error code does not match it', () => {
  const meta = { timestamp: '2026-01-31T09:00:00.000Z', requestId: 'req_1' };
  const list = schemaOf('createContactList', 201);
  expect(list.safeParse({ success: true, data: { id: 'lst_1' }, meta }).success).toBe(false);
  const refusal = (code: string) => ({ success: false, error: { code, message: 'No' }, meta });
  expect(schemaOf('sendEmail', 400).safeParse(refusal('SPAM_SCORE_TOO_HIGH')).success).toBe(true);
  expect(schemaOf('sendEmail', 400).safeParse(refusal('BATCH_TOO_LARGE')).success).toBe(false);
});
