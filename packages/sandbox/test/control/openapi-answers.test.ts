import { type OperationName, operations } from '@mailrig/contract';
import { openApiDocument } from '@mailrig/contract/openapi';
import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { call } from '../harness.ts';

const document = openApiDocument();
const hello = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', html: '<p>Hi</p>' };

/** The document’s schema for the body of an operation at this status. */
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
  const check = async (name: OperationName, path: string, status: number, json?: object) => {
    const answer = await call(sandbox, operations[name].method, `/api/v1${path}`, { json });
    expect(answer.status, answer.text).toBe(status);
    const checked = schemaOf(name, status).safeParse(answer.json);
    expect(checked.error?.issues ?? [], `${name} ${status}`).toEqual([]);
    return answer.body.data;
  };
  await check('sendEmail', '/emails', 201, hello);
  await check('sendEmail', '/emails', 400, { ...hello, from: 'ada@elsewhere.example' });
  await check('sendEmail', '/emails', 400, { ...hello, subject: '' });
  await check('listEmails', '/emails', 200);
  await check('createUpload', '/attachments/presigned-url', 201, {
    filename: 'a.txt',
    contentType: 'text/plain',
    size: 1,
  });
  await check('confirmUpload', '/attachments/att_none/confirm', 404);
  const customFields = [{ key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] }];
  const list = await check('createContactList', '/contact-lists', 201, {
    name: 'News',
    customFields,
  });
  await check('listContactLists', '/contact-lists', 200);
  await check('updateContactList', `/contact-lists/${list.id}`, 200, { name: 'Newer' });
  const contacts = `/contact-lists/${list.id}/contacts`;
  const contact = { email: 'bob@example.org', customFields: { plan: 'pro' }, consentType: 'explicit' };
  const bob = await check('createContact', contacts, 201, contact);
  await check('createContact', contacts, 409, contact);
  await check('createContact', contacts, 400, { email: 'eve@example.org', customFields: { plan: 'gold' } });
  await check('listContacts', contacts, 200);
  await check('getContact', `${contacts}/${bob.id}`, 200);
  await check('updateContact', `${contacts}/${bob.id}`, 200, { firstName: 'Bob' });
  await check('verifyEmail', '/email-verification/single', 200, { email: 'bob@example.org' });
  await check('verifyEmail', '/email-verification/single', 400, { email: 'bob' });
  const emails = ['bob@example.org', 'eve@example.org'];
  await check('createVerificationBatch', '/email-verification/batch', 202, { emails });
  sandbox.clock.runUntilIdle();
  await check('createVerificationBatch', '/email-verification/batch', 200, { emails });
  await check('listVerifications', '/email-verification', 200);
  await check('getVerification', `/email-verification/none`, 404);
  await check('getVerificationStats', '/email-verification/stats', 200);
  sandbox.credits.set(0);
  await check('verifyEmail', '/email-verification/single', 402, { email: 'new@example.org' });
});

test('an answer with a missing field or another operation’s error code does not match it', () => {
  const meta = { timestamp: '2026-01-31T09:00:00.000Z', requestId: 'req_1' };
  const list = schemaOf('createContactList', 201);
  expect(list.safeParse({ success: true, data: { id: 'lst_1' }, meta }).success).toBe(false);
  const refusal = (code: string) => ({ success: false, error: { code, message: 'No' }, meta });
  expect(schemaOf('sendEmail', 400).safeParse(refusal('SPAM_SCORE_TOO_HIGH')).success).toBe(true);
  expect(schemaOf('sendEmail', 400).safeParse(refusal('BATCH_TOO_LARGE')).success).toBe(false);
});
