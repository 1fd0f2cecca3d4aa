import { dataOf, idOf, inactiveOf, itemsOf, member, textAt } from './answer.ts';
import { boundaries } from './boundaries.ts';
import { flows } from './flows.ts';
import type { ProbeRequest } from './probe-request.ts';

const unknownId = '0'.repeat(24);
const badSend = {
  from: 'probe@mailrig-probe.invalid',
  to: 'probe@mailrig-probe.invalid',
  templateId: 'mailrig-probe',
};
const send = {
  from: '{from}',
  to: 'mailrig-probe@example.org',
  subject: 'Mailrig probe',
  text: 'A simulated email, sent to find out how this deployment answers.',
  idempotencyKey: 'mailrig-probe-{run}',
};
const address = 'mailrig-probe-{run}@example.org';

const table = {
  emails: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/emails?limit=2',
    gives: { email: (answer) => textAt(itemsOf(answer)[0], 'id') },
  },
  withoutKey: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/emails',
    auth: 'none',
    expects: [401],
  },
  wrongKey: { tier: 'observe', method: 'GET', path: '/api/v1/emails', auth: 'wrong', expects: [401] },
  keyAsHeader: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/emails?limit=1',
    auth: 'x-api-key',
    expects: [401],
  },
  twoKeys: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/emails?limit=1',
    auth: 'wrong x-api-key',
    expects: [401],
  },
  unknownPath: { tier: 'observe', method: 'GET', path: '/api/v1/mailrig-probe' },
  unknownPathWithoutKey: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/mailrig-probe',
    auth: 'none',
    expects: [401],
  },
  wrongMethod: { tier: 'observe', method: 'PATCH', path: '/api/v1/email-verification/stats', json: {} },
  pageBeyondEnd: { tier: 'observe', method: 'GET', path: '/api/v1/emails?page=999999&limit=100' },
  limitOver100: { tier: 'observe', method: 'GET', path: '/api/v1/emails?limit=101' },
  limitAsWord: { tier: 'observe', method: 'GET', path: '/api/v1/emails?limit=abc' },
  pageZero: { tier: 'observe', method: 'GET', path: '/api/v1/emails?page=0' },
  unknownStatus: { tier: 'observe', method: 'GET', path: '/api/v1/emails?status=mailrig-probe' },
  basicDate: { tier: 'observe', method: 'GET', path: '/api/v1/emails?startDate=20260101T000000Z&limit=1' },
  invalidDate: { tier: 'observe', method: 'GET', path: '/api/v1/emails?startDate=mailrig-probe' },
  email: { tier: 'observe', method: 'GET', path: '/api/v1/emails/{email}' },
  emailStats: { tier: 'observe', method: 'GET', path: '/api/v1/emails/stats' },
  lists: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/contact-lists',
    gives: {
      list: (answer) => textAt(itemsOf(answer)[0], 'id'),
      // Lists in which contacts that are not active could be counted.
      countedList: (answer) =>
        textAt(
          itemsOf(answer).find((list) => (inactiveOf(list) ?? 0) > 0),
          'id',
        ),
    },
  },
  contacts: { tier: 'observe', method: 'GET', path: '/api/v1/contact-lists/{list}/contacts?limit=2' },
  suppressedContacts: {
    tier: 'observe',
    method: 'GET',
    path: '/api/v1/contact-lists/{countedList}/contacts?status=suppressed&limit=1',
  },
  unknownList: { tier: 'observe', method: 'GET', path: `/api/v1/contact-lists/lst_${unknownId}/contacts` },
  verifications: { tier: 'observe', method: 'GET', path: '/api/v1/email-verification?limit=5' },
  verificationStats: { tier: 'observe', method: 'GET', path: '/api/v1/email-verification/stats' },
  unknownVerification: {
    tier: 'observe',
    method: 'GET',
    path: `/api/v1/email-verification/ver_${unknownId}`,
  },
  sendBrokenJson: {
    tier: 'observe',
    method: 'POST',
    path: '/api/v1/emails',
    text: ['{"from":', 'application/json'],
  },
  sendPlainText: { tier: 'observe', method: 'POST', path: '/api/v1/emails', text: ['{}', 'text/plain'] },
  sendNothing: { tier: 'observe', method: 'POST', path: '/api/v1/emails', json: {} },
  sendFromElsewhere: {
    tier: 'observe',
    method: 'POST',
    path: '/api/v1/emails',
    json: badSend,
    expects: [403],
  },
  createListWithoutName: { tier: 'observe', method: 'POST', path: '/api/v1/contact-lists', json: {} },
  createUploadWithoutName: {
    tier: 'observe',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    json: {},
  },
  confirmUnknown: {
    tier: 'observe',
    method: 'POST',
    path: `/api/v1/attachments/att_${unknownId}/confirm`,
  },
  verifyNothing: { tier: 'observe', method: 'POST', path: '/api/v1/email-verification/single', json: {} },
  verifyNoAddress: {
    tier: 'observe',
    method: 'POST',
    path: '/api/v1/email-verification/single',
    json: { email: 'mailrig-probe' },
  },
  verifyEmptyBatch: {
    tier: 'observe',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    json: { emails: [] },
  },
  // None of them is an address, so that a deployment without the limit refuses the batch as well.
  verifyTooMany: {
    tier: 'observe',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    json: { emails: Array.from({ length: 1001 }, () => 'mailrig-probe') },
  },

  send: {
    tier: 'simulate',
    method: 'POST',
    path: '/api/v1/emails',
    json: send,
    gives: { simulated: (answer) => textAt(dataOf(answer), 'messageId') },
    stopsIf: (answer) =>
      answer.status >= 300 || member(dataOf(answer), 'sandbox') === true
        ? undefined
        : 'the deployment did not say that it only simulated the first send',
  },
  sendAgain: { tier: 'simulate', method: 'POST', path: '/api/v1/emails', json: send, needs: 'simulated' },
  sendOtherWithSameKey: {
    tier: 'simulate',
    method: 'POST',
    path: '/api/v1/emails',
    json: { ...send, subject: 'Another Mailrig probe' },
    needs: 'simulated',
  },
  emailsAfterSend: {
    tier: 'simulate',
    method: 'GET',
    path: '/api/v1/emails?limit=100',
    needs: 'simulated',
  },
  verify: {
    tier: 'simulate',
    method: 'POST',
    path: '/api/v1/email-verification/single',
    json: { email: address },
  },
  verifyAgain: {
    tier: 'simulate',
    method: 'POST',
    path: '/api/v1/email-verification/single',
    json: { email: address },
  },
  verifyCachedBatch: {
    tier: 'simulate',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    json: { emails: [address] },
  },
  verifyNewBatch: {
    tier: 'simulate',
    method: 'POST',
    path: '/api/v1/email-verification/batch',
    json: { emails: [`new-${address}`] },
    gives: { batch: idOf },
  },
  batch: { tier: 'simulate', method: 'GET', path: '/api/v1/email-verification/{batch}' },
  verificationsAfter: { tier: 'simulate', method: 'GET', path: '/api/v1/email-verification?limit=100' },

  createList: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/contact-lists',
    json: { name: 'Mailrig probe {run}' },
    gives: { newList: idOf },
  },
  newListContacts: { tier: 'create', method: 'GET', path: '/api/v1/contact-lists/{newList}/contacts' },
  createContact: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/contact-lists/{newList}/contacts',
    json: { email: address },
    gives: { contact: idOf },
  },
  createContactAgain: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/contact-lists/{newList}/contacts',
    json: { email: address.toUpperCase().replace('{RUN}', '{run}') },
    needs: 'contact',
  },
  createContactWithUnknownField: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/contact-lists/{newList}/contacts',
    json: { email: `field-${address}`, customFields: { mailrig_probe: 'x' } },
    needs: 'contact',
  },
  updateContact: {
    tier: 'create',
    method: 'PUT',
    path: '/api/v1/contact-lists/{newList}/contacts/{contact}',
    json: { firstName: 'Probe' },
  },
  suppress: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/contact-lists/{newList}/contacts/{contact}/suppress',
    json: { reason: 'manual' },
  },
  suppressAgain: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/contact-lists/{newList}/contacts/{contact}/suppress',
    json: { reason: 'manual' },
  },
  createUpload: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    json: { filename: 'mailrig-probe.txt', contentType: 'text/plain', size: 5 },
    gives: {
      attachment: idOf,
      uploadUrl: (answer) => textAt(dataOf(answer), 'uploadUrl'),
    },
  },
  confirmTooEarly: { tier: 'create', method: 'POST', path: '/api/v1/attachments/{attachment}/confirm' },
  putUpload: {
    tier: 'create',
    method: 'PUT',
    path: '{uploadUrl}',
    auth: 'none',
    text: ['probe', 'text/plain'],
  },
  confirm: { tier: 'create', method: 'POST', path: '/api/v1/attachments/{attachment}/confirm' },
  confirmAgain: { tier: 'create', method: 'POST', path: '/api/v1/attachments/{attachment}/confirm' },
  createUploadOfUnknownType: {
    tier: 'create',
    method: 'POST',
    path: '/api/v1/attachments/presigned-url',
    json: { filename: 'mailrig-probe', contentType: 'application/x-msdownload', size: 5 },
  },
} as const satisfies Readonly<Record<string, ProbeRequest>>;

const last = {
  overTheLimit: {
    tier: 'burst',
    method: 'GET',
    path: '/api/v1/emails?limit=1',
    expects: [429],
    until: 429,
  },
} as const satisfies Readonly<Record<string, ProbeRequest>>;

/** Name of a request. */
export type RequestName = keyof typeof table | keyof typeof last | keyof typeof flows | `${string} ${string}`;

/**
 * All requests, in the order in which they are sent. Probes share them, so that a calibration needs few.
 * Those of the tier `observe` read, or lack something without which the document refuses them.
 */
export const requests: Readonly<Record<RequestName, ProbeRequest>> = {
  ...table,
  ...flows,
  ...boundaries,
  ...last,
};

/** The requests that show the wire options. The others compare, and only `verify` sends them. */
export const forOptions: readonly RequestName[] = Object.keys({ ...table, ...last }) as RequestName[];
