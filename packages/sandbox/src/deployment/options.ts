/* Which value of each wire option responses show. */
import {
  errorCodes,
  type FieldForm,
  fieldForms,
  fieldsOf,
  isErrorCode,
  type ListName,
  lists,
  type OperationName,
  operations,
  optionalFields,
  readBatch,
  type RecordName,
  type Sign,
  signs,
  textAt,
  type WireOption,
  wireOptions,
} from '@mailrig/contract';
import { decisions } from '@mailrig/contract/decisions';
import * as read from './response.ts';
import type { Transcript } from './ask.ts';
import { type Responses, script } from './script.ts';
import { operationOf } from './step.ts';
import { prefixes } from './boundaries.ts';
import { notChosen, tiers } from './deployment.ts';

const { dataOf, idOf, itemsOf, membersAt, numberAt } = read;

/** The operations that return a record, alone or as the items of a list. */
const holdersOf: Readonly<Record<string, readonly OperationName[]>> = {
  LiveSendReceipt: ['sendEmail'],
  Email: ['listEmails', 'getEmail'],
  Upload: ['createUpload'],
  Attachment: ['confirmUpload'],
  ContactList: ['listContactLists', 'createContactList', 'updateContactList', 'getContactList'],
  Contact: ['listContacts', 'createContact', 'getContact', 'updateContact'],
  VerificationResult: ['verifyEmail'],
  PendingBatchReceipt: ['createVerificationBatch'],
  CompletedBatchReceipt: ['createVerificationBatch'],
  Verification: ['getVerification'],
  ListedVerification: ['listVerifications'],
  VerificationAnalytics: ['createVerificationBatch', 'getVerification', 'listVerifications'],
} satisfies Partial<Record<RecordName, readonly OperationName[]>>;
const holders = [...new Set(Object.values(holdersOf).flat())];

interface StepResponse {
  readonly response: read.DeploymentResponse;
  readonly step: string;
  readonly operation: OperationName;
  readonly responses: Responses;
}

/** How the responses show a wire option. */
interface Row {
  /** The operations whose responses show it. */
  readonly of: readonly OperationName[];
  /** The only step that shows it, if not every one of these operations does. */
  readonly step?: string;
  /** The parts of a response that have the form of one value. */
  readonly parts: (one: StepResponse) => readonly unknown[];
  /** Whether refusals also show it. */
  readonly refused?: true;
  /** What is needed to see it, if a test key may not be enough. */
  readonly needs?: string;
}

/** Steps with the key of the first send, which may get another response than a new send. */
const replays = /^send(Again|OtherWithSameKey|AtTheEnd|After (2m|61m))$/;
const isComplete = (data: unknown) => fieldsOf(data)['status'] === 'completed';

function recordsIn({ response, operation }: StepResponse): readonly (readonly [RecordName, unknown])[] {
  const kind = Object.keys(holdersOf).find((name) => holdersOf[name]?.includes(operation)) as RecordName;
  const data = dataOf(response);
  const { sandbox, email = data } = fieldsOf(data);
  // The response to a simulated send is different from that to a real one, with every value of the option.
  if (kind === undefined || (operation === 'sendEmail' && sandbox !== undefined)) return [];
  const items = operation in lists ? itemsOf(response) : [operation === 'getEmail' ? email : data];
  const records = items.map((one) => [kind, one] as const);
  const isReceipt = operation === 'createVerificationBatch' && isComplete(data);
  return [
    ...(isReceipt ? [['CompletedBatchReceipt', readBatch(data)] as const] : records),
    ...membersAt('analytics', data, ...itemsOf(response)).map(
      (one) => ['VerificationAnalytics', one] as const,
    ),
  ];
}

/** A row for an option that only chooses fields of a record. */
function rowFor(option: keyof typeof fieldForms): Row {
  const forms: readonly FieldForm[] = Object.values(fieldForms[option]);
  const kind = forms[0]?.record;
  const of = holdersOf[String(kind)] ?? [];
  return {
    of,
    parts: (one) => recordsIn(one).flatMap(([name, record]) => (name === kind ? [record] : [])),
    ...(option === 'sendResult' && { needs: 'a live send, and no real email is sent' }),
  };
}

/** A row for the container of lists. A part is a body with the name of its items; bare bodies have no known form. */
function container(...names: readonly ListName[]): Row {
  return {
    of: names,
    parts: ({ response, operation }) => [
      read.hasEnvelope(response) && { ...fieldsOf(response.json), items: lists[operation as ListName].items },
    ],
  };
}

/** A row for what only the refusal of one request shows. */
function refusal(step: string, expected: number): Row {
  return {
    of: ['listEmails'],
    step,
    refused: true,
    parts: ({ response: { status, json } }) => (status === expected ? [json] : []),
  };
}

/** How responses show each option that does more than choose fields. A new option does not compile without a row. */
const others: Readonly<Record<Exclude<WireOption, keyof typeof fieldForms>, Row>> = {
  authError: refusal('withoutKey', 401),
  rateLimitCode: refusal('overTheLimit', 429),
  nulls: {
    of: holders,
    // A value without an id is not the record itself. It may be the page around the records.
    parts: (one) =>
      recordsIn(one)
        .filter(([, record]) => idOf({ json: record }) !== undefined)
        .flatMap(([kind, record]) => optionalFields[kind].map((field) => fieldsOf(record)[field]))
        .filter((value) => (value ?? null) === null),
  },
  ids: {
    of: holders,
    parts: (one) =>
      recordsIn(one)
        .map(([, json]) => ({
          id: idOf({ json }),
          prefix: `${prefixes[operations[one.operation].resource]}_`,
        }))
        .filter(({ id }) => id !== undefined),
  },
  successStatus: {
    of: holders.filter((name) => operations[name].status > 200),
    // A batch that completes at once gets a 200 under every value of the option.
    parts: ({ response, step }) => {
      const data = dataOf(response);
      const isNew = !isComplete(data) && !replays.test(step);
      return isNew && (idOf(response) ?? textAt(data, 'messageId')) !== undefined ? [response.status] : [];
    },
  },
  pageContainer: container('listEmails', 'listContacts'),
  verificationsContainer: container('listVerifications'),
  listsContainer: container('listContactLists'),
  neighbours: {
    of: ['listEmails', 'listContacts', 'listContactLists'],
    parts: ({ response }) => [read.paginationOf(response) ?? []].flat(),
  },
  emailContainer: {
    of: ['getEmail'],
    step: 'email',
    parts: ({ response }) => [dataOf(response)],
    needs: 'a key for which emails are listed: those of a test key are only simulated',
  },
  replay: {
    of: ['sendEmail'],
    step: 'sendAgain',
    refused: true,
    parts: ({ response, responses }) => {
      const [first, again] = [responses['send'], response].map((one) => one && dataOf(one));
      const same = textAt(first, 'messageId') === textAt(again, 'messageId');
      const part = { refused: response.status === 409, same, skipped: fieldsOf(again)['skipped'] === true };
      return response.status < 300 || part.refused ? [part] : [];
    },
  },
  sendErrorStatus: {
    of: ['sendEmail'],
    refused: true,
    parts: ({ response }) => {
      const code = read.codeOf(response) ?? '';
      const hasTwo = isErrorCode(code) && 'semanticStatus' in errorCodes[code];
      return hasTwo ? [{ code, status: response.status }] : [];
    },
  },
  confirmResult: {
    of: ['confirmUpload'],
    parts: ({ response }) => [read.hasEnvelope(response) ? (dataOf(response) ?? null) : dataOf(response)],
  },
  listCounting: {
    of: ['listContactLists'],
    parts: ({ response, responses: { suppressedContacts: page } }) =>
      itemsOf(response).flatMap((list) => {
        const [inactive = 0, counted] = [read.inactiveOf(list), numberAt(list, 'suppressedContacts')];
        if (inactive === 0 || counted === undefined) return [];
        if (counted !== inactive) return [false];
        // Its suppressed contacts were read; a filter that is ignored shows nothing.
        const isRead = page !== undefined && list['id'] === read.countedIn(response);
        const isFiltered = isRead && itemsOf(page).every(({ status }) => status === 'suppressed');
        return isFiltered && (numberAt(read.paginationOf(page), 'total') ?? counted) < counted ? [true] : [];
      }),
    needs: 'a list with contacts that are neither active nor suppressed, such as bounced ones',
  },
  listFields: {
    of: ['listContactLists', 'createContactList', 'updateContactList', 'getContactList'],
    parts: (one) => membersAt('customFields', ...recordsIn(one).map(([, record]) => record)),
  },
  contactListFields: {
    of: ['listContacts'],
    parts: ({ response }) => membersAt('contactListCustomFields', dataOf(response), response.json),
  },
  batchResults: {
    of: ['createVerificationBatch', 'getVerification'],
    parts: ({ response }) => (isComplete(dataOf(response)) ? membersAt('results', dataOf(response)) : []),
  },
};

const choices = Object.keys(fieldForms).map((option) => [option, rowFor(option as keyof typeof fieldForms)]);
const rows: Readonly<Record<WireOption, Row>> = { ...Object.fromEntries(choices), ...others };

/** What responses show of a wire option. */
export interface Finding {
  /** A value of the option; absent if the responses do not show one. */
  readonly value?: string;
  /** Whether responses disagree, or show something that fits no value. */
  readonly isContradictory?: true;
  /** What was seen, or why there is no value, for people. It never holds data of the deployment's users. */
  readonly seen: string;
  /** The first step that shows the value. */
  readonly step?: string;
}

/** The wire options, with their decisions in the ledger. */
export const options = (Object.keys(wireOptions) as WireOption[]).map((option) => {
  const about = decisions.filter(({ wire }) => wire?.option === option);
  return {
    option,
    /** Name in reports, for example `page-container`. */
    name: option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    question: about[0]?.title ?? option,
    decisions: about.map(({ id }) => id),
  };
});

/** What the responses show of an option. */
export function findOption(
  option: WireOption,
  { responses, missing, stopped }: Pick<Transcript, 'responses' | 'missing' | 'stopped'>,
): Finding {
  const known: Readonly<Record<string, Sign>> = signs[option];
  const { of, step: only, parts, refused, needs } = rows[option];
  const steps = script.flatMap(([step, request]) => {
    const operation = operationOf(request);
    return operation && of.includes(operation) && (only ?? step) === step ? [{ step, operation }] : [];
  });
  /** The first step that shows each value. A part that fits several values does not decide between them. */
  const stepOf = new Map<string, string>();
  for (const one of steps) {
    const response = responses[one.step];
    if (response === undefined || !(refused || read.succeeded(response))) continue;
    for (const part of parts({ ...one, response, responses })) {
      const [value, ...more] = Object.keys(known).filter((each) => known[each]?.takes(part));
      if (value === undefined) {
        const outcome = [response.status, read.codeOf(response)].filter(Boolean).join(' ');
        const seen = `no value of ${option} has the form of the response to ${one.step}: ${outcome}`;
        return { isContradictory: true, seen };
      }
      if (more.length === 0 && !stepOf.has(value)) stepOf.set(value, one.step);
    }
  }
  const [[value, step] = [], ...others] = stepOf;
  if (others.length > 0) {
    const shown = Array.from(stepOf, ([each, first]) => `${each} (${first})`);
    return { isContradictory: true, seen: `different responses show ${shown.join(' and ')}` };
  }
  if (value !== undefined && step !== undefined) return { value, step, seen: known[value]?.words ?? value };
  const reasons = steps.flatMap((one) => missing[one.step] ?? []);
  const [first] = steps.some((one) => one.step in responses) ? [] : reasons;
  const ended = [stopped, ...tiers.map(notChosen)].find((one) => one !== undefined && reasons.includes(one));
  const reason = ended ?? first ?? 'no response shows it';
  return { seen: needs === undefined ? reason : `${reason}; it takes ${needs}` };
}
