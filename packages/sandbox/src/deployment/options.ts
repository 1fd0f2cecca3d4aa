/*
 * Which value of each wire option the responses of a side show, and which differences another value explains.
 */
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
  type WireOption,
  wireOptions,
} from '@mailrig/contract';
import { decisions } from '@mailrig/contract/decisions';
import * as read from './response.ts';
import type { Asked } from './ask.ts';
import type { Difference } from './differences.ts';
import { type Responses, script } from './script.ts';
import { operationOf } from './step.ts';
import { prefixes } from './boundaries.ts';
import { notChosen, tiers } from './deployment.ts';

const { dataOf, idOf, itemsOf, member, membersAt, numberAt, textAt } = read;

/** The operations that answer with a record, alone or as the items of a list. */
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
  /** Whether refusals show it, too. */
  readonly refused?: true;
  /** Which differences of these operations follow from another value of it. */
  readonly path: RegExp | ((difference: Difference) => boolean);
  /** Whether another value of it can change a refusal into a success. */
  readonly decides?: true;
  /** What is needed to see it, if a test key may not be enough. */
  readonly needs?: string;
}

/** Steps with the key and the body of the first send. */
const replays = /^(sendAgain|sendAtTheEnd|sendAfterMinutes (2|61))$/;
const isComplete = (data: unknown) => member(data, 'status') === 'completed';
/** What the described form has for a value. */
const isKind = /^(string|number|int|boolean|array|object)$/;
const isAbsent = (text: string) => text === 'absent' || text === 'null';

/** The records of a response, each with its kind. */
function recordsIn({ response, operation }: StepResponse): readonly (readonly [RecordName, unknown])[] {
  const kind = Object.keys(holdersOf).find((name) => holdersOf[name]?.includes(operation)) as RecordName;
  const data = dataOf(response);
  // A simulated send has a response of its own, whatever the option says.
  if (kind === undefined || (operation === 'sendEmail' && member(data, 'sandbox') !== undefined)) return [];
  const analytics = membersAt('analytics', data, ...itemsOf(response));
  const records = (() => {
    if (operation in lists) return itemsOf(response).map((one) => [kind, one] as const);
    if (operation === 'createVerificationBatch' && isComplete(data))
      return [['CompletedBatchReceipt', readBatch(data)] as const];
    return [[kind, operation === 'getEmail' ? (member(data, 'email') ?? data) : data] as const];
  })();
  return [...records, ...analytics.map((one) => ['VerificationAnalytics', one] as const)];
}

/** A row for an option that only chooses fields of a record. */
function choice(option: keyof typeof fieldForms): Row {
  const forms: readonly FieldForm[] = Object.values(fieldForms[option]);
  const fields = forms.flatMap(({ has }) => has);
  const kind = forms[0]?.record;
  const within = { VerificationAnalytics: 'analytics', VerificationResult: 'results' }[String(kind)] ?? '?';
  const of = holdersOf[String(kind)] ?? [];
  return {
    of,
    parts: (one) => recordsIn(one).flatMap(([name, record]) => (name === kind ? [record] : [])),
    path: ({ path, request }) =>
      (of.some((name) => name === operationOf(request)) || path.includes(within)) &&
      fields.includes(path.replace(/^.*\./, '')),
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
    path: /^container$/,
  };
}

/** How responses show each wire option that does more than choose fields. A new option does not compile without a row. */
const others: Readonly<Record<Exclude<WireOption, keyof typeof fieldForms>, Row>> = {
  authError: {
    of: ['listEmails'],
    step: 'withoutKey',
    refused: true,
    parts: ({ response }) => (response.status === 401 ? [response.json] : []),
    path: ({ path, request }) => request.auth !== undefined && /^(success|meta)/.test(path),
  },
  nulls: {
    of: holders,
    // A value without an id is not the record itself. It may be the page around the records.
    parts: (one) =>
      recordsIn(one)
        .filter(([, record]) => idOf({ json: record }) !== undefined)
        .flatMap(([kind, record]) => optionalFields[kind].map((field) => member(record, field)))
        .filter((value) => (value ?? null) === null),
    path: ({ path, deployment, sandbox }) =>
      !/^(error|data$)/.test(path) &&
      isAbsent(deployment) &&
      (isAbsent(sandbox) || (deployment === 'null' && isKind.test(sandbox))),
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
    path: ({ deployment, sandbox }) => [deployment, sandbox].every((text) => text.startsWith('an id with')),
  },
  successStatus: {
    of: holders.filter((name) => operations[name].status > 200),
    // A batch that completes at once gets a 200, whatever the option says. A replay may be another response.
    parts: ({ response, step }) => {
      const id = idOf(response) ?? textAt(dataOf(response), 'messageId');
      return id === undefined ||
        isComplete(dataOf(response)) ||
        replays.test(step) ||
        step === 'sendOtherWithSameKey'
        ? []
        : [response.status];
    },
    path: ({ path, deployment, sandbox }) => path === 'status' && /^2.*,2/.test(`${deployment},${sandbox}`),
  },
  rateLimitCode: {
    of: ['listEmails'],
    step: 'overTheLimit',
    refused: true,
    parts: ({ response }) => (response.status === 429 ? [response.json] : []),
    path: ({ path, request }) => request.until !== undefined && path === 'error.code',
  },
  pageContainer: container('listEmails', 'listContacts'),
  verificationsContainer: container('listVerifications'),
  listsContainer: container('listContactLists'),
  neighbours: {
    of: ['listEmails', 'listContacts', 'listContactLists'],
    parts: ({ response }) => [read.paginationOf(response) ?? []].flat(),
    path: /has(Next|Prev)$/,
  },
  emailContainer: {
    of: ['getEmail'],
    step: 'email',
    parts: ({ response }) => [dataOf(response)],
    path: /^container$/,
    needs: 'a key for which emails are listed: those of a test key are only simulated',
  },
  replay: {
    of: ['sendEmail'],
    step: 'sendAgain',
    refused: true,
    parts: ({ response, responses }) => {
      const [first, again] = [responses['send'], response].map((one) => one && dataOf(one));
      const same = textAt(first, 'messageId') === textAt(again, 'messageId');
      const part = { refused: response.status === 409, same, skipped: member(again, 'skipped') === true };
      return response.status < 300 || part.refused ? [part] : [];
    },
    path: ({ step, path }) =>
      replays.test(step) && /^(status$|data\.skipped$|data\.messageId$|error)/.test(path),
    decides: true,
  },
  sendErrorStatus: {
    of: ['sendEmail'],
    refused: true,
    parts: ({ response }) => {
      const code = read.codeOf(response) ?? '';
      const hasTwo = isErrorCode(code) && 'semanticStatus' in errorCodes[code];
      return hasTwo ? [{ code, status: response.status }] : [];
    },
    path: ({ path, deployment, sandbox, request }) =>
      operationOf(request) === 'sendEmail' && path === 'status' && /^4.*,4/.test(`${deployment},${sandbox}`),
  },
  confirmResult: {
    of: ['confirmUpload'],
    parts: ({ response }) => [read.hasEnvelope(response) ? (dataOf(response) ?? null) : dataOf(response)],
    path: /^data/,
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
    path: /Contacts$/,
    needs: 'a list with contacts that are neither active nor suppressed, such as bounced ones',
  },
  listFields: {
    of: ['listContactLists', 'createContactList', 'updateContactList', 'getContactList'],
    parts: (one) => membersAt('customFields', ...recordsIn(one).map(([, record]) => record)),
    path: /customFields/i,
  },
  contactListFields: {
    of: ['listContacts'],
    parts: ({ response }) => membersAt('contactListCustomFields', dataOf(response), response.json),
    path: /contactListCustomFields/,
  },
  batchResults: {
    of: ['createVerificationBatch', 'getVerification'],
    parts: ({ response }) => (isComplete(dataOf(response)) ? membersAt('results', dataOf(response)) : []),
    path: /results/,
  },
};

const choices = (Object.keys(fieldForms) as (keyof typeof fieldForms)[]).map((option) => [
  option,
  choice(option),
]);
const rows: Readonly<Record<WireOption, Row>> = { ...Object.fromEntries(choices), ...others };

/** What responses show of a wire option. */
export interface Finding {
  /**
   * A value of the option, or why there is none:
   * - `undetermined`: the responses do not show it.
   * - `contradictory`: one response shows this, another that.
   * - `other`: they show something that fits no value.
   */
  readonly value: string;
  /** What was seen, for people. It never holds data of the deployment's users. */
  readonly seen: string;
}

/** Whether a finding is a value of the option. */
export const isValue = ({ value }: Finding) => !['undetermined', 'contradictory', 'other'].includes(value);

/** The wire options, with what the ledger says about them. */
export const options = (Object.keys(wireOptions) as WireOption[]).map((option) => {
  const about = decisions.filter(({ wire }) => wire?.option === option);
  const { of, path, step: only, decides } = rows[option];
  return {
    option,
    /** Name in reports, for example `page-container`. */
    name: option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    question: about[0]?.title ?? option,
    decisions: about.map(({ id }) => id),
    /**
     * Whether a difference follows from another value of it. A value explains that one side refuses what the other
     * accepts only if it is known and does exactly that.
     */
    explains: (difference: Difference, isKnown: boolean): boolean => {
      const { step, request, deployment, sandbox } = difference;
      if (difference.path === 'status' && !(decides && isKnown)) {
        // One status, and one code or none.
        const [theirs, ours] = [deployment, sandbox].map((text) => text.replace(/(?<=^\d)\d+/, ''));
        if (theirs !== ours) return false;
      }
      if (!(path instanceof RegExp)) return path(difference);
      const isShown = only === undefined || step === only;
      return isShown && path.test(difference.path) && of.some((name) => name === operationOf(request));
    },
  };
});

function stepsOf(option: WireOption) {
  const { of, step: only } = rows[option];
  return script.flatMap(([step, request]) => {
    const operation = operationOf(request);
    return operation && of.includes(operation) && (only ?? step) === step ? [{ step, operation }] : [];
  });
}

/** The values that fit each response to a step that shows an option. */
function formsOf(option: WireOption, responses: Responses) {
  const known: Readonly<Record<string, Sign>> = signs[option];
  const { parts, refused } = rows[option];
  return stepsOf(option).flatMap((one) => {
    const response = responses[one.step];
    if (response === undefined || !(refused || read.succeeded(response))) return [];
    return parts({ ...one, response, responses }).map((part) => ({
      ...one,
      response,
      values: Object.keys(known).filter((value) => known[value]?.takes(part)),
    }));
  });
}

/** What the responses show of an option. */
export function findOption(
  option: WireOption,
  { responses, missing, stopped }: Pick<Asked, 'responses' | 'missing' | 'stopped'>,
): Finding {
  const forms = formsOf(option, responses);
  const unknown = forms.find(({ values }) => values.length === 0);
  if (unknown) {
    const { step, response } = unknown;
    const outcome = [response.status, read.codeOf(response)].filter(Boolean).join(' ');
    return {
      value: 'other',
      seen: `no value of ${option} has the form of the response to ${step}: ${outcome}`,
    };
  }
  // A part that fits several values does not decide between them.
  const stepOf = new Map(
    forms
      .toReversed()
      .flatMap(({ step, values: [value, ...more] }) => (value && more.length === 0 ? [[value, step]] : [])),
  );
  const known: Readonly<Record<string, Sign>> = signs[option];
  const [value, ...more] = [...stepOf.keys()].toReversed();
  if (more.length > 0) {
    const shown = Array.from(stepOf, ([one, step]) => `${one} (${step})`).toReversed();
    return { value: 'contradictory', seen: `different responses show ${shown.join(' and ')}` };
  }
  if (value !== undefined) return { value, seen: known[value]?.words ?? value };
  const steps = stepsOf(option).filter(({ step }) => step in responses || step in missing);
  const reasons = steps.flatMap(({ step }) => missing[step] ?? []);
  const [first] = reasons.length === steps.length ? reasons : [];
  const ended = [stopped, ...tiers.map(notChosen)].find((one) => one !== undefined && reasons.includes(one));
  const { needs } = rows[option];
  const reason = ended ?? first ?? 'no response shows it';
  return { value: 'undetermined', seen: needs === undefined ? reason : `${reason}; it takes ${needs}` };
}
