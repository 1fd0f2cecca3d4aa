import { operationsOf } from '@mailrig/contract';
import type { Endpoint } from './requests.ts';

const contact = {
  email: 'grace@example.net',
  firstName: 'Grace',
  customFields: { plan: 'pro' },
  source: 'form',
  consentType: 'explicit',
  consentTimestamp: '2026-01-01T00:00:00Z',
  consentIpAddress: '203.0.113.7',
};
const { email: _email, source: _source, ...contactChanges } = contact;
const field = {
  key: 'plan',
  label: 'Plan',
  type: 'select',
  options: ['free', 'pro'],
  defaultValue: 'free',
  required: true,
};

const bodies: Readonly<Record<string, readonly unknown[]>> = {
  sendEmail: [
    {
      from: '"Ada" <ada@example.com>',
      to: ['bob@example.net', 'Eve <eve@example.net>'],
      cc: 'carol@example.net',
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      replyTo: 'ada@example.com',
      headers: { 'X-Campaign': 'spring' },
      idempotencyKey: 'once',
    },
    {
      from: 'ada@example.com',
      to: 'bob@example.net',
      templateId: 'welcome',
      variables: { name: 'Bob', plan: 'pro' },
    },
    {
      from: 'ada@example.com',
      to: 'bob@example.net',
      subject: 'File',
      text: 'here',
      attachmentIds: ['att_x'],
    },
  ],
  createUpload: [
    { filename: 'a.txt', contentType: 'text/plain', size: 5 },
    { filename: 'a.png', contentType: 'image/png', size: 5, inline: true },
  ],
  createContactList: [{ name: 'Readers', description: 'Who reads', customFields: [field] }],
  updateContactList: [
    { name: 'Readers', description: 'Who reads', customFields: [field] },
    { customFields: [] },
  ],
  createContact: [contact, { email: 'alan@example.net' }],
  updateContact: [contactChanges, { customFields: { plan: null } }],
  suppressContact: [{ reason: 'manual' }, { reason: 'unsubscribed' }],
  verifyEmail: [{ email: 'grace@example.net' }],
  createVerificationBatch: [{ emails: ['a@example.net', 'c@mailinator.com', 'd@example.net'] }],
};

const page = { page: '1', limit: '20' };
const queries: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  listEmails: [
    {
      ...page,
      status: 'queued',
      to: 'bob@example.net',
      from: 'ada@example.com',
      startDate: '2026-01-01',
      endDate: '2026-01-02T00:00:00Z',
    },
  ],
  listContacts: [{ ...page, status: 'active' }],
  listVerifications: [{ ...page, status: 'completed' }],
  listContactLists: [page],
};

/** Every operation except the upload itself, with valid bodies and queries. */
export const apiEndpoints: readonly Endpoint[] = operationsOf('published')
  .filter(({ name }) => name !== 'putUpload')
  .map(({ name, method, path }) => ({
    method,
    path,
    ...(bodies[name] && { bodies: bodies[name] }),
    ...(queries[name] && { queries: queries[name] }),
  }));
