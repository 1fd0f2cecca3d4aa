import type { Limits, OperationName } from '../../packages/contract/src/index.ts';
import type { Mailrig } from '../../packages/sdk/src/index.ts';

/** What earlier calls of the run have made. */
export interface Scene {
  readonly mail: Mailrig;
  readonly emailId: string;
  readonly upload: { readonly uploadUrl: string };
  readonly attachmentId: string;
  readonly listId: string;
  readonly contactId: string;
  readonly verificationId: string;
}

/** How the pages show an operation. */
export interface OperationCall {
  /** The call that its page shows and quotes. The page has its source, with the ids of the run in it. */
  readonly call: (scene: Scene) => Promise<unknown>;
  /** The limits that it may reach, besides the rate limit. */
  readonly limits?: readonly (keyof Limits)[];
  /** What its result is called in the sample. Absent if there is none. */
  readonly result?: string;
  /** Fields of the client's call that are more precise than those of the body: an interface, and their types for people. */
  readonly client?: { readonly owner: string; readonly fields: Readonly<Record<string, string>> };
}

const address = 'string or { name, email }';

const paged = ['defaultPageSize', 'maxPageSize'] as const;
const list = ['listNameLength', 'listDescriptionLength', 'bodyBytes'] as const;

/** A call of each operation, in an order in which each finds what it needs. */
export const operationCalls: Readonly<Record<OperationName, OperationCall>> = {
  createUpload: {
    result: 'upload',
    call: ({ mail }) =>
      mail.attachments.createUpload({ filename: 'report.csv', contentType: 'text/csv', size: 8 }),
    limits: ['attachmentBytes', 'inlineAttachmentBytes', 'filenameLength', 'uploadLifetime'],
  },
  putUpload: {
    call: ({ mail, upload }) => mail.attachments.put(upload, new Blob(['a,b\n1,2\n'], { type: 'text/csv' })),
    limits: ['uploadBytes', 'uploadLifetime'],
  },
  confirmUpload: {
    result: 'attachment',
    call: ({ mail, attachmentId }) => mail.attachments.confirm(attachmentId),
    limits: ['uploadLifetime', 'attachmentLifetime'],
  },
  sendEmail: {
    result: 'sent',
    client: {
      owner: 'SendEmailBase',
      fields: {
        from: address,
        to: `${address}, or an array`,
        cc: `${address}, or an array`,
        bcc: `${address}, or an array`,
        replyTo: address,
        attachments: 'array of files',
      },
    },
    call: ({ mail, attachmentId }) =>
      mail.emails.send({
        from: 'Ada <ada@example.com>',
        to: 'grace@example.org',
        subject: 'Your report',
        html: '<p lang="en">Hello Grace, here is your report.</p>',
        text: 'Hello Grace, here is your report.',
        attachmentIds: [attachmentId],
        idempotencyKey: 'report-2026-01-grace',
      }),
    limits: [
      'subjectLength',
      'emailBytes',
      'attachmentsPerEmail',
      'attachmentOnEmailBytes',
      'attachmentsTotalBytes',
      'idempotencyKeyLength',
      'idempotencyLifetime',
      'bodyBytes',
    ],
  },
  listEmails: {
    result: 'page',
    call: ({ mail }) => mail.emails.list({ status: 'delivered', limit: 50 }),
    limits: paged,
  },
  getEmail: { result: 'email', call: ({ mail, emailId }) => mail.emails.get(emailId) },
  getEmailStats: { result: 'stats', call: ({ mail }) => mail.emails.stats() },
  createContactList: {
    result: 'list',
    call: ({ mail }) =>
      mail.lists.create({
        name: 'Customers',
        customFields: [{ key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'] }],
      }),
    limits: list,
  },
  listContactLists: { result: 'page', call: ({ mail }) => mail.lists.list() },
  updateContactList: {
    result: 'list',
    call: ({ mail, listId }) =>
      mail.lists.update(listId, { description: 'Everyone who has bought something' }),
    limits: list,
  },
  getContactList: { result: 'list', call: ({ mail, listId }) => mail.lists.get(listId) },
  createContact: {
    result: 'contact',
    call: ({ mail, listId }) =>
      mail.contacts(listId).create({
        email: 'grace@example.org',
        firstName: 'Grace',
        customFields: { plan: 'pro' },
        source: 'checkout',
      }),
    limits: ['contactSourceLength', 'bodyBytes'],
  },
  listContacts: {
    result: 'page',
    call: ({ mail, listId }) => mail.contacts(listId).list({ status: 'active' }),
    limits: paged,
  },
  getContact: {
    result: 'contact',
    call: ({ mail, listId, contactId }) => mail.contacts(listId).get(contactId),
  },
  updateContact: {
    result: 'contact',
    call: ({ mail, listId, contactId }) => mail.contacts(listId).update(contactId, { lastName: 'Hopper' }),
    limits: ['contactSourceLength', 'bodyBytes'],
  },
  suppressContact: {
    call: ({ mail, listId, contactId }) => mail.contacts(listId).suppress(contactId, 'unsubscribed'),
  },
  getContactListStats: { result: 'stats', call: ({ mail, listId }) => mail.lists.stats(listId) },
  deleteContact: { call: ({ mail, listId, contactId }) => mail.contacts(listId).delete(contactId) },
  deleteContactList: { call: ({ mail, listId }) => mail.lists.delete(listId) },
  verifyEmail: {
    result: 'verification',
    call: ({ mail }) => mail.verification.verify('grace@example.org'),
    limits: ['verificationLifetime'],
  },
  createVerificationBatch: {
    result: 'batch',
    call: ({ mail }) => mail.verification.createBatch(['grace@example.org', 'bob@example.org']),
    limits: ['batchSize', 'concurrentBatches', 'verificationLifetime', 'bodyBytes'],
  },
  getVerification: {
    result: 'verification',
    call: ({ mail, verificationId }) => mail.verification.get(verificationId),
  },
  listVerifications: {
    result: 'page',
    call: ({ mail }) => mail.verification.list({ status: 'completed' }),
    limits: paged,
  },
  getVerificationStats: { result: 'stats', call: ({ mail }) => mail.verification.stats() },
};
