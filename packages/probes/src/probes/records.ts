import {
  type Answer,
  dataOf,
  idOf,
  isObject,
  itemsOf,
  type Json,
  member,
  succeeded,
  textAt,
} from '../answer.ts';
import { agreed, showsOther } from '../finding.ts';
import { anyOf, eachOf, type Probe } from '../probe.ts';
import type { RequestName } from '../requests.ts';

/** Fields that a record may lack, by what their records have in common (A121). */
const optionalFields: Readonly<
  Record<string, { readonly marks: readonly string[]; readonly fields: readonly string[] }>
> = {
  email: {
    marks: ['from', 'to', 'subject'],
    fields: ['cc', 'bcc', 'templateId', 'sentAt', 'deliveredAt', 'openedAt', 'clickedAt'],
  },
  list: { marks: ['userId', 'name'], fields: ['description'] },
  contact: {
    marks: ['email', 'subscribedAt'],
    fields: ['firstName', 'lastName', 'phoneNumber', 'unsubscribedAt', 'consentType', 'consentSource'],
  },
  verification: {
    marks: ['processedEmails', 'totalEmails'],
    fields: ['startedAt', 'completedAt', 'analytics'],
  },
  batch: { marks: ['creditsDeducted', 'totalEmails'], fields: ['results', 'analytics'] },
  upload: { marks: ['attachmentId', 'uploadUrl'], fields: ['contentId'] },
};

const prefixes: readonly (readonly [prefix: string, reads: readonly RequestName[]])[] = [
  ['msg_', ['emails']],
  ['lst_', ['lists', 'createList']],
  ['cnt_', ['contacts', 'createContact']],
  ['ver_', ['verifications', 'verificationsAfter', 'verifyNewBatch']],
  ['att_', ['createUpload']],
];

/** Probes of what all records have in common. */
export const records: readonly Probe[] = [
  anyOf({
    name: 'nulls',
    question: 'Are fields without a value left out, or null?',
    requirements: ['R14'],
    decisions: ['A16'],
    option: 'nulls',
    reads: [
      'emails',
      'lists',
      'contacts',
      'verifications',
      'verifyCachedBatch',
      'verifyNewBatch',
      'batch',
      'verificationsAfter',
      'createList',
      'createContact',
      'createUpload',
    ],
    conclude: (answers) =>
      agreed(
        answers.flatMap(recordsOf).flatMap(emptiness),
        (value) => `fields without a value are ${value === 'omit' ? 'left out' : 'null'}`,
        'no record lacks an optional field',
      ),
  }),
  eachOf({
    name: 'ids',
    question: 'Do ids have their prefix?',
    requirements: ['R11'],
    decisions: ['A17'],
    option: 'ids',
    reads: prefixes.flatMap(([, reads]) => reads),
    conclude: (answers) => {
      const found = prefixes.flatMap(([prefix, reads]) =>
        reads.flatMap((name) => {
          const answer = answers[name];
          return answer ? idsOf(answer).map((id) => formOfId(id, prefix)) : [];
        }),
      );
      if (found.includes('other')) return showsOther('an id has another form than the documented ones');
      return agreed(found, (value) => `ids are ${value}`, 'no record with an id is known');
    },
  }),
  anyOf({
    name: 'success-status',
    question: 'Which status does a creation get?',
    decisions: ['A19'],
    option: 'successStatus',
    reads: ['send', 'verifyNewBatch', 'createList', 'createContact', 'createUpload'],
    conclude: (answers) => {
      const created = answers.filter(isCreation);
      const other = created.find(({ status }) => ![200, 201, 202].includes(status));
      if (other) return showsOther(`a creation was answered with ${other.status}`);
      return agreed(
        created.map(({ status }) => (status === 200 ? '200' : 'rest')),
        (value) => `creations are answered with ${value === 'rest' ? '201 and 202' : '200'}`,
        'nothing was created',
      );
    },
  }),
];

/** Whether an answer shows that something was created. A batch that completed at once is a 200 in any case. */
function isCreation(answer: Answer): boolean {
  const data = dataOf(answer);
  const id = idOf(answer) ?? textAt(data, 'messageId');
  return succeeded(answer) && id !== undefined && member(data, 'status') !== 'completed';
}

/** The form of an id: with its prefix, or 24 hexadecimal digits or a UUID without one (A17, A125). */
function formOfId(id: string, prefix: string): string {
  if (id.startsWith(prefix)) return 'prefixed';
  return /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(id) ? 'unprefixed' : 'other';
}

function recordsOf(answer: Answer): readonly Json[] {
  const data = dataOf(answer);
  return isObject(data) ? [data, ...itemsOf(answer)] : itemsOf(answer);
}

/** How a record shows the optional fields that have no value. */
function emptiness(record: Json): string[] {
  const kind = Object.values(optionalFields).find(({ marks }) =>
    marks.every((mark) => Object.hasOwn(record, mark)),
  );
  return (kind?.fields ?? []).flatMap((field) => {
    if (!Object.hasOwn(record, field)) return ['omit'];
    return record[field] === null ? ['explicit'] : [];
  });
}

function idsOf(answer: Answer): readonly string[] {
  return [idOf(answer) ?? [], ...itemsOf(answer).map((item) => textAt(item, 'id') ?? [])].flat();
}
