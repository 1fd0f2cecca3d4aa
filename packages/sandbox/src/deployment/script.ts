import { fieldsOf, limits, type OperationName, textAt } from '@mailrig/contract';
import { type DeploymentResponse, dataOf, idOf, countedIn, itemsOf } from './response.ts';
import { boundaries, ofContact, toMany, unknownId, unknownIds } from './boundaries.ts';
import { pagesOf } from './pages.ts';
import { type StepRequest, step, type StepInput, delayOf } from './step.ts';
import type { Duration } from '../service/kernel/duration.ts';
import type { Tier } from './deployment.ts';

const inTier =
  (tier: Tier) =>
  (operation: OperationName, input: Omit<StepInput, 'tier'> = {}) =>
    step(operation, { tier, ...input });
const [observe, simulate, create] = [inTier('observe'), inTier('simulate'), inTier('create')];

const nowhere = { tier: 'observe', method: 'GET', path: '/api/v1/mailrig-probe' } as const;
const address = 'mailrig-probe-{run}@example.org';
const elsewhere = 'probe@mailrig-probe.invalid';
const send = {
  from: '{from}',
  to: 'mailrig-probe@example.org',
  subject: 'Mailrig probe',
  text: 'A simulated email.',
};
const sendOnce = { ...send, idempotencyKey: 'mailrig-probe-{run}' };
const afterSend = { needs: 'simulated' };
const simulated = (body: object, after: Duration = 0) =>
  simulate('sendEmail', { ...afterSend, body: { ...send, to: 'a@example.org', ...body }, after });
const verify = (email: string, after: Duration = 0) => simulate('verifyEmail', { body: { email }, after });
const batch = (emails: readonly unknown[], more: object = {}) =>
  simulate('createVerificationBatch', { body: { emails }, ...more });
/** One of several batches that run at the same time. */
const burstBatch = (number: number) =>
  inTier('burst')('createVerificationBatch', {
    ...afterSend,
    body: { emails: Array.from({ length: 100 }, (_, at) => `{run}-${number}-${at}@example.org`) },
    expects: [429],
  });
const refusedBatch = (emails: readonly unknown[]) => observe('createVerificationBatch', { body: { emails } });

const of = { params: { listId: '{fieldList}' }, needs: 'ada' };
const [ada, bob, eve] = ['{ada}', '{bob}', '{eve}'].map((id) => ({ params: { listId: '{fieldList}', id } }));
const contacts = (query: StepInput['query'] = {}) => create('listContacts', { ...of, query });
const adding =
  (listId: string) =>
  (body: object, more: object = {}) =>
    create('createContact', { params: { listId }, body, ...more });
const [add, addNew] = [adding('{fieldList}'), adding('{newList}')];
const contact = (email: string, more: object = {}) => ({
  email: `${email}-mailrig-{run}@Example.org`,
  customFields: { plan: 'pro' },
  ...more,
});
const newList = (body: object, more: object = {}) =>
  create('createContactList', { body: { name: 'Mailrig probe {run}', ...body }, ...more });
const updateList = (id: string, body: object, more: object = {}) =>
  create('updateContactList', { params: { id }, body, ...more });
/** After this, a clock that counts seconds has moved. */
const tick = 1_500;
const newContact = { params: { listId: '{newList}', id: '{contact}' } };
const upload = (body: object = {}, more: object = {}) =>
  create('createUpload', {
    body: { filename: 'probe.txt', contentType: 'text/plain', size: 5, ...body },
    ...more,
  });
const image = { filename: 'a.png', contentType: 'image/png', inline: true };
const gives = (name: string) => ({ gives: { [name]: idOf } });
/** Steps that differ in one word or number. */
const each = <Word extends string | number>(
  name: string,
  words: readonly Word[],
  request: (word: Word) => StepRequest,
) => Object.fromEntries(words.map((word) => [`${name} ${word}`, request(word)]));

const inData = (name: string) => (response: DeploymentResponse) => textAt(dataOf(response), name);
const firstId = (response: DeploymentResponse) => textAt(itemsOf(response)[0], 'id');
const uploadGives = (id: string, url: string) => ({ gives: { [id]: idOf, [url]: inData('uploadUrl') } });
const put = (path: string) =>
  ({ tier: 'create', method: 'PUT', path, auth: 'none', text: ['probe', 'text/plain'] }) as const;
/** Whether the list of emails has the first simulated send, the oldest of the run. */
const listed = (response: DeploymentResponse) =>
  itemsOf(response).some(({ subject }) => subject === sendOnce.subject) ? 'yes' : undefined;

const manual = { body: { reason: 'manual' } };
const confirm = (id: string, more: object = {}) =>
  create('confirmUpload', { params: { id: `{${id}}` }, ...more });

const definitions = [
  { key: 'plan', label: 'Plan', type: 'select', required: true, options: ['free', 'pro'] },
  { key: 'seats', label: 'Seats', type: 'number', required: false },
  { key: 'vip', label: 'VIP', type: 'boolean', required: false, defaultValue: false },
  { key: 'since', label: 'Since', type: 'date', required: false },
];

/** What applications do, right and wrong: each change is followed by the reads that show it. */
const steps = {
  emails: observe('listEmails', { query: { limit: 2 }, gives: { email: firstId } }),
  withoutKey: observe('listEmails', { auth: 'none', expects: [401, 403] }),
  wrongKey: observe('listEmails', { auth: 'wrong', expects: [401, 403] }),
  keyAsHeader: observe('listEmails', { query: { limit: 1 }, auth: 'x-api-key', expects: [401] }),
  twoKeys: observe('listEmails', { query: { limit: 1 }, auth: 'wrong x-api-key', expects: [401] }),
  unknownPath: nowhere,
  unknownPathWithoutKey: { ...nowhere, auth: 'none', expects: [401] },
  wrongMethod: { tier: 'observe', method: 'PATCH', path: '/api/v1/email-verification/stats', json: {} },
  pageBeyondEnd: observe('listEmails', { query: { page: 999_999, limit: 100 } }),
  basicDate: observe('listEmails', { query: { startDate: '20260101T000000Z', limit: 1 } }),
  invalidDate: observe('listEmails', { query: { startDate: 'mailrig-probe' } }),
  email: observe('getEmail', { params: { id: '{email}' } }),
  emailStats: observe('getEmailStats'),
  ...pagesOf('emails', 'listEmails', { tier: 'observe' }),
  lists: observe('listContactLists', { gives: { list: firstId, countedList: countedIn } }),
  contacts: observe('listContacts', { params: { listId: '{list}' }, query: { limit: 2 } }),
  suppressedContacts: observe('listContacts', {
    params: { listId: '{countedList}' },
    query: { status: 'suppressed', limit: 1 },
  }),
  verifications: observe('listVerifications', { query: { limit: 5 } }),
  ...pagesOf('verifications', 'listVerifications', { tier: 'observe' }),
  verificationStats: observe('getVerificationStats'),
  sendBrokenJson: observe('sendEmail', { text: ['{"from":', 'application/json'] }),
  sendPlainText: observe('sendEmail', { text: ['{}', 'text/plain'] }),
  sendOtherCharset: observe('sendEmail', { text: ['{}', 'application/json; charset=iso-8859-1'] }),
  sendNothing: observe('sendEmail', { body: {} }),
  sendFromElsewhere: observe('sendEmail', {
    body: { from: elsewhere, to: elsewhere, templateId: 'mailrig-probe' },
    expects: [403],
  }),
  createListWithoutName: observe('createContactList', { body: {} }),
  createUploadWithoutName: observe('createUpload', { body: {} }),
  verifyNothing: observe('verifyEmail', { body: {} }),
  verifyNoAddress: observe('verifyEmail', { body: { email: 'mailrig-probe' } }),
  verifyEmptyBatch: refusedBatch([]),
  // They are not addresses, so a deployment without the limit refuses the batch as well.
  verifyTooMany: refusedBatch(Array.from({ length: 1001 }, () => 'mailrig-probe')),
  verifyManyInvalid: refusedBatch(Array.from({ length: 1000 }, () => 'mailrig-probe')),

  send: simulate('sendEmail', {
    body: sendOnce,
    gives: { simulated: inData('messageId') },
    stopsIf: (response) =>
      response.status >= 300 || fieldsOf(dataOf(response))['sandbox'] === true
        ? undefined
        : 'the deployment did not say that it only simulated the first send',
  }),
  sendAgain: simulated(sendOnce),
  sendOtherWithSameKey: simulated({ ...sendOnce, subject: 'Another' }),
  sendWithKeyInCapitals: simulated({ ...sendOnce, idempotencyKey: 'MAILRIG-probe-{run}' }),
  emailsAfterSend: simulate('listEmails', { query: { limit: 100 }, ...afterSend, gives: { listed } }),
  simulatedEmail: simulate('getEmail', { params: { id: '{simulated}' } }),
  verify: verify(address),
  verifyAgain: verify(address),
  statsAfterVerifying: simulate('getVerificationStats', {
    grown: ['verificationStats', 'totalVerified', 'totalVerifications'],
  }),
  verifyCachedBatch: batch([address]),
  verifyNewBatch: batch([`new-${address}`], gives('batch')),
  batch: simulate('getVerification', { params: { id: '{batch}' } }),
  verificationsAfter: simulate('listVerifications', { query: { limit: 100 } }),

  createList: newList({}, gives('newList')),
  newListContacts: create('listContacts', { params: { listId: '{newList}' } }),
  createContact: addNew({ email: address }, gives('contact')),
  createOtherList: newList({}, gives('otherList')),
  createContactAgain: addNew({ email: 'MAILRIG-PROBE-{run}@EXAMPLE.ORG' }, { needs: 'contact' }),
  createContactWithUnknownField: addNew(
    { email: `field-${address}`, customFields: { mailrig_probe: 'x' } },
    { needs: 'contact' },
  ),
  updateContact: create('updateContact', { ...newContact, body: { firstName: 'Probe' } }),
  suppress: create('suppressContact', { ...newContact, ...manual }),
  suppressAgain: create('suppressContact', { ...newContact, ...manual }),
  createUpload: upload({ filename: 'mailrig-probe.txt' }, uploadGives('attachment', 'uploadUrl')),
  confirmTooEarly: confirm('attachment'),
  putUpload: put('{uploadUrl}'),
  confirm: confirm('attachment'),
  confirmAgain: confirm('attachment'),
  createLongerUpload: upload({ size: 6 }, uploadGives('longer', 'longerUrl')),
  putShorterFile: put('{longerUrl}'),
  confirmShorterFile: confirm('longer'),
  uploadProgram: upload({ filename: 'a.exe', contentType: 'application/x-msdownload' }),
  uploadImage: upload({ ...image }),
  uploadInlineText: upload({ inline: true }),
  ...each('uploadOf', [10_485_760, 10_485_761], (size) => upload({ size })),
  ...each('uploadImageOf', [5_242_880, 5_242_881], (size) => upload({ ...image, size })),
  uploadPdf: upload({ filename: 'a.pdf', contentType: 'application/pdf' }),
  uploadCalendar: upload(
    { filename: 'a.ics', contentType: 'text/calendar; charset=utf-8' },
    uploadGives('late', 'lateUrl'),
  ),
  uploadFraction: upload({ size: 1.5 }),

  createFieldList: newList(
    { name: 'Mailrig probe {run} Größe', description: 'All kinds of fields', customFields: definitions },
    gives('fieldList'),
  ),
  getFieldList: create('getContactList', { params: { id: '{fieldList}' }, ...gives('served') }),
  createListWithBadFields: newList({ customFields: [...definitions, { key: 'plan', label: '', type: 'x' }] }),
  createListWithSameKeys: newList({ customFields: [definitions[1], definitions[1]] }),
  createAda: add(
    contact('Ada', {
      ...ofContact,
      lastName: 'Łovelace',
      customFields: { plan: 'pro', seats: 3, vip: true, since: '2026-01-31' },
      consentTimestamp: '2026-01-31T10:30:00+01:00',
      source: 'form',
    }),
    gives('ada'),
  ),
  createBob: add(contact('bob'), { gives: { bob: idOf, suppressed: inData('email') } }),
  createEve: add(contact('eve', { customFields: { plan: 'free', seats: 0.5 } }), gives('eve')),
  createWithoutPlan: add({ email: 'none-mailrig-{run}@example.org' }),
  ...each('createWith', ['plan gold', 'plan PRO', 'seats 3', 'vip yes', 'since 31.1.2026'], (wrong) => {
    const [field = '', value] = wrong.split(' ');
    return add(contact('bad', { customFields: { plan: 'pro', [field]: value } }));
  }),
  createInvalidContact: add({ email: 'a@b', customFields: { plan: 'pro' } }, { needs: 'ada' }),
  getAda: create('getContact', ada),
  getAdaElsewhere: create('getContact', { params: { listId: '{newList}', id: '{ada}' } }),
  createBobElsewhere: addNew(contact('bob', { customFields: {} }), {
    needs: 'bob',
    ...gives('bobElsewhere'),
  }),
  allContacts: contacts(),
  updateAda: create('updateContact', {
    ...ada,
    body: { lastName: 'King', customFields: { seats: 4, since: null }, consentType: 'implicit' },
    pause: tick,
  }),
  adaAfterUpdate: create('getContact', ada),
  clearPlan: create('updateContact', { ...ada, body: { customFields: { plan: null } } }),
  moveAda: create('updateContact', { ...ada, body: { email: 'other@example.org' } }),
  suppressBob: create('suppressContact', { ...bob, body: { reason: 'bounced' }, pause: tick }),
  suppressBobAgain: create('suppressContact', { ...bob, ...manual }),
  bobAfterSuppression: create('getContact', { ...bob }),
  updateSuppressed: create('updateContact', { ...bob, body: { firstName: 'Bob' } }),
  bobElsewhereAfterSuppression: create('getContact', {
    params: { listId: '{newList}', id: '{bobElsewhere}' },
  }),
  contactsAfterSuppression: contacts(),
  ...pagesOf('contacts', 'listContacts', { ...of, tier: 'create' }),
  suppressedInOtherList: adding('{otherList}')({ email: 'bob-mailrig-{run}@example.org' }, { needs: 'ada' }),
  statsOfList: create('getContactListStats', { params: { id: '{fieldList}' } }),
  renameFieldList: updateList('{fieldList}', { name: 'Mailrig probe {run} renamed' }, { pause: tick }),
  listsAfterContacts: create('listContactLists', { needs: 'ada' }),
  replaceDefinitions: updateList('{fieldList}', {
    description: '',
    customFields: [{ key: 'level', label: 'Level', type: 'number', required: true }],
  }),
  updateAfterReplacement: create('updateContact', { ...ada, body: { firstName: 'A.' } }),
  contactsAfterReplacement: contacts(),
  ...unknownIds,
  updateWithUnknownField: create('updateContact', { ...ada, body: { customFields: { mailrig_probe: 'x' } } }),

  sendToMany: simulated(toMany),
  sendWithVariables: simulated({ subject: 'Hi {{ name }}', variables: { name: 'Ada' } }),
  sendWithoutSubject: simulated({ subject: undefined }),
  sendWithoutContent: simulated({ text: undefined }),
  sendTemplateAndText: simulated({ templateId: 'mailrig-probe' }),
  sendUnknownTemplate: simulated({ text: undefined, templateId: 'mailrig-probe' }),
  sendUnknownAttachment: simulated({ attachmentIds: [`att_${unknownId}`] }),
  sendWithAttachment: simulated({ attachmentIds: ['{attachment}'] }),
  sendUnconfirmedAttachment: simulated({ attachmentIds: ['{longer}'] }),
  sendLineBreak: simulated({ subject: 'a\nb' }),
  sendToInvalid: simulated({ to: ['a@example.org', 'mailrig'] }),
  sendToInvisible: simulated({ to: 'a\u200B@example.org' }),
  sendToSuppressed: simulated({ to: '{suppressed}' }),
  sendCopyToSuppressed: simulated({ cc: '{suppressed}' }),
  sendFromOther: simulated({ from: elsewhere }),
  ...pagesOf('sends', 'listEmails', { tier: 'simulate', needs: 'listed' }),
  ...each('verifyEmail of', ['info', 'admin', 'noreply', 'invalid', 'risky', 'unknown', 'a+b'], (local) =>
    verify(`${local}@{run}.example.org`),
  ),
  ...each('verifyEmail at', ['mailinator.com', 'gmail.com', 'example.com'], (domain) =>
    verify(`Mailrig-Probe-{run}@${domain}`),
  ),
  verifyMixedBatch: batch(
    ['{run}-1@example.org', 'info@{run}.example.org', '{run}-2@mailinator.com', '{run}-1@example.org'],
    gives('mixedBatch'),
  ),
  mixedBatchLater: simulate('getVerification', { params: { id: '{mixedBatch}' }, pause: 30_000 }),
  ...pagesOf('batches', 'listVerifications', { tier: 'simulate' }),
  statsAfterBatches: simulate('getVerificationStats'),

  deleteEve: create('deleteContact', eve),
  eveAfterDeletion: create('getContact', eve),
  contactsAfterDeletion: contacts(),
  ...boundaries,
  deleteFieldList: create('deleteContactList', { params: { id: '{fieldList}' } }),
  contactsAfterAll: contacts(),
  sendAtTheEnd: simulated(sendOnce),
  ...each(
    'createVerificationBatch number',
    Array.from({ length: limits.concurrentBatches + 1 }, (_, at) => at + 1),
    burstBatch,
  ),
  overTheLimit: { tier: 'burst', method: 'GET', path: '/api/v1/emails?limit=1', expects: [429], until: 429 },

  nextWindow: { tier: 'burst', method: 'GET', path: '/api/v1/emails?limit=1', after: '2m' },
  ...each('sendAfter', ['2m', '61m', '25h'], (after) => simulated(sendOnce, after)),
  ...each('verifyAfter', ['2m', '25h'], (after) => verify(address, after)),
  putTooLate: { ...put('{lateUrl}'), after: '61m', expects: [403] },
  confirmTooLate: confirm('late', { after: '61m' }),
  sendAfterWeek: simulated({ attachmentIds: ['{attachment}'] }, '8d'),
} as const satisfies Readonly<Record<string, StepRequest>>;

/** A step of your own flow. */
export interface OwnStep extends StepRequest {
  /** What it is called in the report: two words or more, unlike the steps of the script. */
  readonly name: `${string} ${string}`;
}

/** Which steps to send. */
export interface StepSelection {
  /** Steps of the caller, after those of the script. */
  readonly steps?: readonly OwnStep[] | undefined;
  /** The steps of the script. Default: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /**
   * How long to wait at the end for what takes time, in milliseconds: an upload URL expires after an hour, an
   * idempotency key after a day. Steps that take longer are not sent. Default 0.
   */
  readonly waitFor?: number | undefined;
}

/** Steps with their names, in the order in which they are sent. */
export type Steps = readonly (readonly [string, StepRequest])[];

/** Responses by the name of their step. */
export type Responses = Readonly<Record<string, DeploymentResponse | undefined>>;

/** All steps, in the order in which they are sent: what only reads comes first, before the run has made anything. */
export const script: Steps = (Object.entries(steps) as [string, StepRequest][]).toSorted(
  ([, one], [, other]) => Number(one.tier !== 'observe') - Number(other.tier !== 'observe'),
);

/** The chosen steps. */
export function stepsOf({ steps: ownSteps = [], only }: StepSelection): Steps {
  return [
    ...script.filter(([name]) => only === undefined || only.has(name)),
    ...ownSteps.map(({ name, ...request }) => [name, request] as const),
  ];
}

/** The requests that these tiers allow, in the order in which they are sent. */
export function requestsOf(tiers: readonly Tier[], chosen: StepSelection = {}): Steps {
  const { waitFor = 0 } = chosen;
  return stepsOf(chosen).filter(([, request]) => tiers.includes(request.tier) && delayOf(request) <= waitFor);
}
