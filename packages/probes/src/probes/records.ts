import { optionalFields, type RecordName } from '@mailrig/contract';
import { type Answer, dataOf, idOf, itemsOf, member, succeeded, textAt } from '../answer.ts';
import { agreed, showsOther } from '../finding.ts';
import { anyOf, eachOf, formOf, type Probe } from '../probe.ts';
import type { RequestName } from '../requests.ts';

/** For each request: the kind of record in its answer, alone or as the items of a list, and the prefix of its ids. */
const recordOf: Readonly<Partial<Record<RequestName, readonly [RecordName, prefix: string]>>> = {
  emails: ['Email', 'msg_'],
  lists: ['ContactList', 'lst_'],
  createList: ['ContactList', 'lst_'],
  contacts: ['Contact', 'cnt_'],
  createContact: ['Contact', 'cnt_'],
  verifications: ['ListedVerification', 'ver_'],
  verificationsAfter: ['ListedVerification', 'ver_'],
  verifyCachedBatch: ['CompletedBatchReceipt', 'ver_'],
  verifyNewBatch: ['PendingBatchReceipt', 'ver_'],
  batch: ['Verification', 'ver_'],
  createUpload: ['Upload', 'att_'],
};
const reads = Object.keys(recordOf) as RequestName[];

/** Probes of what all records have in common. */
export const records: readonly Probe[] = [
  formOf({
    name: 'nulls',
    question: 'Are fields without a value left out, or null?',
    requirements: ['R14'],
    option: 'nulls',
    reads,
    parts: (answer, name) => [dataOf(answer), ...itemsOf(answer)].flatMap((one) => emptyFields(one, name)),
    silent: 'no record lacks an optional field',
  }),
  eachOf({
    name: 'ids',
    question: 'Do ids have their prefix?',
    requirements: ['R11'],
    decisions: ['A17'],
    option: 'ids',
    reads,
    conclude: (answers) => {
      const found = reads.flatMap((name) => {
        const answer = answers[name];
        return answer ? idsOf(answer).map((id) => formOfId(id, recordOf[name]?.[1] ?? '')) : [];
      });
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

/**
 * Whether an answer tells which status a creation gets. A batch that completed at once does not: it gets a 200,
 * whatever the option says.
 */
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

/** For each optional field without a value: `undefined` if the record leaves it out, `null` if it is null. */
function emptyFields(record: unknown, name: RequestName): readonly unknown[] {
  const [kind = 'Email'] = recordOf[name] ?? [];
  // A value without an id is not the record itself. It may be the page around the records.
  const fields = idOf({ json: record }) === undefined ? [] : optionalFields[kind];
  return fields.map((field) => member(record, field)).filter((value) => (value ?? null) === null);
}

function idsOf(answer: Answer): readonly string[] {
  return [idOf(answer) ?? [], ...itemsOf(answer).map((item) => textAt(item, 'id') ?? [])].flat();
}
