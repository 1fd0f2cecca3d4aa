import { type Answer, dataOf, idOf, numberAt, paginationOf, textAt } from './answer.ts';
import type { ProbeRequest } from './probe-request.ts';
import { step } from './step.ts';

const of = { listId: '{fieldList}' };
const one = { ...of, id: '{ada}' };
const definitions = [
  { key: 'plan', label: 'Plan', type: 'select', required: true, options: ['free', 'pro'] },
  { key: 'seats', label: 'Seats', type: 'number', required: false },
  { key: 'vip', label: 'VIP', type: 'boolean', required: false, defaultValue: false },
  { key: 'since', label: 'Since', type: 'date', required: false },
];
const named = (name: string) => ({ gives: { [name]: idOf } });
const contact = (email: string, more: object = {}) => ({
  email: `${email}-mailrig-{run}@Example.org`,
  customFields: { plan: 'pro' },
  ...more,
});
const send = { from: '{from}', subject: 'Mailrig probe', text: 'A simulated email.' };
const after = { tier: 'create', needs: 'ada' } as const;
const add = (body: unknown, more: object = {}) =>
  step('createContact', { tier: 'create', params: of, body, ...more });
const upload = (body: object, more: object = {}) =>
  step('createUpload', {
    tier: 'create',
    body: { filename: 'probe.txt', contentType: 'text/plain', size: 5, ...body },
    ...more,
  });
const simulated = (body: object) =>
  step('sendEmail', { tier: 'simulate', needs: 'simulated', body: { ...send, ...body } });

/** How many pages of one item a list has. */
const pages = (answer: Answer) => String(numberAt(paginationOf(answer), 'total') || '') || undefined;

/** What an application does: each change is followed by the reads that show it. */
export const flows = {
  emailsOnce: step('listEmails', { tier: 'observe', query: { limit: 1 }, gives: { lastEmail: pages } }),
  lastEmailPage: step('listEmails', { tier: 'observe', query: { limit: 1, page: '{lastEmail}' } }),
  unknownEmail: step('getEmail', { tier: 'observe', params: { id: `msg_${'0'.repeat(24)}` } }),
  verificationsOnce: step('listVerifications', {
    tier: 'observe',
    query: { limit: 1 },
    gives: { lastVerification: pages },
  }),
  lastVerificationPage: step('listVerifications', {
    tier: 'observe',
    query: { limit: 1, page: '{lastVerification}' },
  }),
  verifyManyInvalid: step('createVerificationBatch', {
    tier: 'observe',
    body: { emails: Array.from({ length: 1000 }, () => 'mailrig-probe') },
  }),
  verifyMixedInvalid: step('createVerificationBatch', {
    tier: 'observe',
    body: { emails: ['ada@example.org', 'mailrig-probe', 7] },
  }),

  createFieldList: step('createContactList', {
    tier: 'create',
    body: {
      name: 'Mailrig probe {run} Größe',
      description: 'All kinds of fields',
      customFields: definitions,
    },
    ...named('fieldList'),
  }),
  getFieldList: step('getContactList', { tier: 'create', params: { id: '{fieldList}' } }),
  createListWithBadFields: step('createContactList', {
    tier: 'create',
    body: {
      name: 'Mailrig probe {run}',
      customFields: [...definitions, { key: 'plan', label: '', type: 'x' }],
    },
  }),
  emptyFieldList: step('listContacts', { tier: 'create', params: of }),
  createAda: add(
    contact('Ada', {
      firstName: 'Ada',
      lastName: 'Łovelace',
      phoneNumber: '+44 20 1234',
      customFields: { plan: 'pro', seats: 3, vip: true, since: '2026-01-31' },
      consentType: 'explicit',
      consentSource: 'signup_form',
      consentTimestamp: '2026-01-31T10:30:00+01:00',
      consentIpAddress: '203.0.113.7',
      source: 'form',
    }),
    named('ada'),
  ),
  createBob: add(contact('bob'), {
    gives: { bob: idOf, suppressed: (answer: Answer) => textAt(dataOf(answer), 'email') },
  }),
  createEve: add(contact('eve', { customFields: { plan: 'free', seats: 0.5 } }), named('eve')),
  createWithoutPlan: add({ email: 'none-mailrig-{run}@example.org' }),
  createWithBadPlan: add(contact('bad', { customFields: { plan: 'gold' } })),
  createWithBadSeats: add(contact('bad', { customFields: { plan: 'pro', seats: '3' } })),
  createWithBadVip: add(contact('bad', { customFields: { plan: 'pro', vip: 'yes' } })),
  createWithBadSince: add(contact('bad', { customFields: { plan: 'pro', since: '31.1.2026' } })),
  createAdaAgain: add(contact('ADA'), { needs: 'ada' }),
  createInvalidContact: add({ email: 'a@b', customFields: { plan: 'pro' } }, { needs: 'ada' }),
  getAda: step('getContact', { tier: 'create', params: one }),
  getAdaElsewhere: step('getContact', { tier: 'create', params: { listId: '{newList}', id: '{ada}' } }),
  firstContacts: step('listContacts', { ...after, params: of, query: { limit: 2 } }),
  secondContacts: step('listContacts', { ...after, params: of, query: { limit: 2, page: 2 } }),
  thirdContacts: step('listContacts', { ...after, params: of, query: { limit: 2, page: 3 } }),
  allContacts: step('listContacts', { ...after, params: of }),
  updateAda: step('updateContact', {
    tier: 'create',
    params: one,
    body: { lastName: 'King', customFields: { seats: 4, since: null }, consentType: 'implicit' },
  }),
  adaAfterUpdate: step('getContact', { tier: 'create', params: one }),
  clearPlan: step('updateContact', { tier: 'create', params: one, body: { customFields: { plan: null } } }),
  moveAda: step('updateContact', { tier: 'create', params: one, body: { email: 'other@example.org' } }),
  suppressBob: step('suppressContact', {
    tier: 'create',
    params: { ...of, id: '{bob}' },
    body: { reason: 'bounced' },
  }),
  suppressBobAgain: step('suppressContact', {
    tier: 'create',
    params: { ...of, id: '{bob}' },
    body: { reason: 'manual' },
  }),
  bobAfterSuppression: step('getContact', { tier: 'create', params: { ...of, id: '{bob}' } }),
  updateSuppressed: step('updateContact', {
    tier: 'create',
    params: { ...of, id: '{bob}' },
    body: { firstName: 'Bob' },
  }),
  contactsAfterSuppression: step('listContacts', { ...after, params: of }),
  ...Object.fromEntries(
    (['active', 'suppressed', 'bounced', 'unsubscribed', 'complained'] as const).map((status) => [
      `listContacts only ${status}`,
      step('listContacts', { ...after, params: of, query: { status } }),
    ]),
  ),
  suppressedInOtherList: step('createContact', {
    ...after,
    params: { listId: '{newList}' },
    body: { email: 'bob-mailrig-{run}@example.org' },
  }),
  statsOfList: step('getContactListStats', { tier: 'create', params: { id: '{fieldList}' } }),
  listsAfterContacts: step('listContactLists', after),
  renameFieldList: step('updateContactList', {
    tier: 'create',
    params: { id: '{fieldList}' },
    body: { name: 'Mailrig probe {run} renamed' },
  }),
  replaceDefinitions: step('updateContactList', {
    tier: 'create',
    params: { id: '{fieldList}' },
    body: {
      description: '',
      customFields: [{ key: 'level', label: 'Level', type: 'number', required: true }],
    },
  }),
  adaAfterReplacement: step('getContact', { tier: 'create', params: one }),
  updateAfterReplacement: step('updateContact', { tier: 'create', params: one, body: { firstName: 'A.' } }),
  contactsAfterReplacement: step('listContacts', { ...after, params: of }),
  listsAfterReplacement: step('listContactLists', after),
  updateUnknownList: step('updateContactList', {
    tier: 'create',
    params: { id: `lst_${'0'.repeat(24)}` },
    body: { name: 'x' },
  }),
  unknownContact: step('getContact', { ...after, params: { ...of, id: `cnt_${'0'.repeat(24)}` } }),

  uploadImage: upload({ filename: 'a.png', contentType: 'image/png', inline: true }),
  uploadInlineText: upload({ inline: true }),
  uploadTooLarge: upload({ size: 10_485_761 }),
  uploadLargest: upload({ size: 10_485_760 }),
  uploadImageTooLarge: upload({ filename: 'a.png', contentType: 'image/png', inline: true, size: 5_242_881 }),
  uploadLargestImage: upload({ filename: 'a.png', contentType: 'image/png', inline: true, size: 5_242_880 }),
  uploadProgram: upload({ filename: 'a.exe', contentType: 'application/x-msdownload' }),
  uploadPdf: upload({ filename: 'a.pdf', contentType: 'application/pdf' }),
  uploadCalendar: upload({ filename: 'a.ics', contentType: 'text/calendar; charset=utf-8' }),
  uploadFraction: upload({ size: 1.5 }),

  sendToMany: simulated({
    to: ['"Ada" <Ada@example.org>', 'bob@example.org'],
    cc: 'cc@example.org',
    bcc: ['bcc@example.org'],
    replyTo: 'reply@example.org',
    headers: { 'X-Probe': '1' },
  }),
  sendWithVariables: simulated({ to: 'a@example.org', subject: 'Hi {{ name }}', variables: { name: 'Ada' } }),
  sendWithoutSubject: simulated({ to: 'a@example.org', subject: undefined }),
  sendWithoutContent: simulated({ to: 'a@example.org', text: undefined }),
  sendTemplateAndText: simulated({ to: 'a@example.org', templateId: 'mailrig-probe' }),
  sendUnknownTemplate: simulated({ to: 'a@example.org', text: undefined, templateId: 'mailrig-probe' }),
  sendUnknownAttachment: simulated({ to: 'a@example.org', attachmentIds: [`att_${'0'.repeat(24)}`] }),
  sendWithAttachment: simulated({ to: 'a@example.org', attachmentIds: ['{attachment}'] }),
  sendLineBreak: simulated({ to: 'a@example.org', subject: 'a\nb' }),
  sendToInvalid: simulated({ to: ['a@example.org', 'mailrig'] }),
  sendToSuppressed: simulated({ to: '{suppressed}' }),
  sendCopyToSuppressed: simulated({ to: 'a@example.org', cc: '{suppressed}' }),
  sendFromOther: simulated({ to: 'a@example.org', from: 'probe@mailrig-probe.invalid' }),
  ...Object.fromEntries(
    ['info', 'admin', 'noreply', 'invalid', 'risky', 'unknown', 'a+b'].map((local) => [
      `verifyEmail of ${local}`,
      step('verifyEmail', { tier: 'simulate', body: { email: `${local}@{run}.example.org` } }),
    ]),
  ),
  ...Object.fromEntries(
    ['mailinator.com', 'gmail.com', 'example.com'].map((domain) => [
      `verifyEmail at ${domain}`,
      step('verifyEmail', { tier: 'simulate', body: { email: `Mailrig-Probe-{run}@${domain}` } }),
    ]),
  ),
  verifyMixedBatch: step('createVerificationBatch', {
    tier: 'simulate',
    body: {
      emails: [
        '{run}-1@example.org',
        'info@{run}.example.org',
        '{run}-2@mailinator.com',
        '{run}-1@example.org',
      ],
    },
    ...named('mixedBatch'),
  }),
  mixedBatchAtOnce: step('getVerification', { tier: 'simulate', params: { id: '{mixedBatch}' } }),
  mixedBatchLater: step('getVerification', {
    tier: 'simulate',
    params: { id: '{mixedBatch}' },
    pause: 30_000,
  }),
  mixedBatchAgain: step('createVerificationBatch', {
    tier: 'simulate',
    body: {
      emails: [
        'info@{run}.example.org',
        'admin@{run}.example.org',
        'risky@{run}.example.org',
        'a+b@{run}.example.org',
      ],
    },
  }),
  verificationsAfterBatches: step('listVerifications', { tier: 'simulate', query: { limit: 100 } }),
  statsAfterBatches: step('getVerificationStats', { tier: 'simulate' }),

  deleteEve: step('deleteContact', { tier: 'create', params: { ...of, id: '{eve}' } }),
  eveAfterDeletion: step('getContact', { tier: 'create', params: { ...of, id: '{eve}' } }),
  contactsAfterDeletion: step('listContacts', { ...after, params: of }),
  deleteFieldList: step('deleteContactList', { tier: 'create', params: { id: '{fieldList}' } }),
  contactsAfterAll: step('listContacts', { ...after, params: of }),
} satisfies Record<string, ProbeRequest>;
