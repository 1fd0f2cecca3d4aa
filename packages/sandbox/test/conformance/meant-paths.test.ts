import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

test.each([
  ['POST', '/email-verification/verify', 'POST /api/v1/email-verification/single'],
  ['POST', '/email-verification', 'POST /api/v1/email-verification/batch'],
  ['POST', '/emails/send', 'POST /api/v1/emails?'],
  ['POST', '/email', 'POST /api/v1/emails?'],
  ['POST', '/lists', 'POST /api/v1/contact-lists?'],
  ['POST', '/attachments', 'POST /api/v1/attachments/presigned-url?'],
  ['POST', '/attachments/att_1/complete', 'POST /api/v1/attachments/{id}/confirm?'],
  ['POST', '/contact-lists/lst_1/contacts/cnt_1/unsubscribe', '/contacts/{id}/suppress?'],
  ['POST', '/api/v1/emails', 'POST /api/v1/emails?'],
])('%s %s is answered with the endpoint that was meant', async (method, path, meant) => {
  const { baseUrl, fetch, liveApiKey } = createSandbox();
  const response = await fetch(`${baseUrl}/api/v1${path}`, { method, headers: { 'x-api-key': liveApiKey } });
  const body: unknown = await response.json();
  expect(body).toHaveProperty('error.message', expect.stringContaining(meant));
});

test.each([
  ['PATCH', '/contact-lists/lst_1', 'allows PUT'],
  ['GET', '/nothing', 'There is no endpoint /api/v1/nothing'],
])('%s %s has no hint, because nothing is like it', async (method, path, words) => {
  const { baseUrl, fetch, liveApiKey } = createSandbox();
  const response = await fetch(`${baseUrl}/api/v1${path}`, { method, headers: { 'x-api-key': liveApiKey } });
  const body: unknown = await response.json();
  expect(body).toHaveProperty('error.message', expect.stringContaining(words));
  expect(body).toHaveProperty('error.message', expect.not.stringContaining('did you mean'));
});
