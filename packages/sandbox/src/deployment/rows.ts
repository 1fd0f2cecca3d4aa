/*
 * Everything that the contract says about requests and responses, one row each: options of queries, fields of bodies and
 * of responses, error codes, states and limits. A comparison either shows a row, or says why it does not.
 */
import {
  contactStatuses,
  emailStatuses,
  errorsOf,
  commonErrors,
  fieldForms,
  type Limits,
  limits,
  type Operation,
  type OperationName,
  operations,
  verificationStatuses,
} from '@mailrig/contract';
import type { Asked } from './ask.ts';
import { type Form, formOf } from './boundaries.ts';
import { codeOf } from './response.ts';
import { script, type StepName, type Steps } from './script.ts';
import { operationOf, type StepRequest } from './step.ts';
import { notChosen, tiers } from './deployment.ts';

/** What the compared responses show of the records of an operation, by the names of fields and the words of states. */
export interface ShownLeaves {
  /** Of records that the run made: their values are compared. */
  readonly values: ReadonlySet<string>;
  /** Of other records: only their forms are compared. */
  readonly forms: ReadonlySet<string>;
}

/** A comparison, as far as rows need it. */
export interface Shown extends ShownLeaves {
  readonly compared: ReadonlySet<StepName>;
  readonly deployment: Pick<Asked, 'missing'>;
  readonly sandbox: Pick<Asked, 'responses'>;
}

/** A row, and whether a comparison shows it. */
interface Row {
  readonly name: string;
  readonly operation?: OperationName;
  readonly isShown: (shown: Shown) => boolean | string;
}

/** The step that shows each limit, or why none does. A new limit does not compile without one. */
const ofLimits: Readonly<Record<keyof Limits, StepName>> = {
  requestsPerWindow: 'overTheLimit',
  rateWindow: 'nextWindow',
  defaultPageSize: 'allContacts',
  maxPageSize: 'listEmails limit of 101',
  subjectLength: 'sendEmail subject of length 999',
  idempotencyKeyLength: 'sendEmail idempotencyKey of length 257',
  idempotencyLifetime: 'sendAfterDay',
  attachmentsPerEmail: 'sendEmail attachmentIds of length 11',
  attachmentsTotalBytes: 'large files',
  emailBytes: 'large files',
  attachmentOnEmailBytes: 'large files',
  attachmentBytes: 'uploadTooLarge',
  inlineAttachmentBytes: 'uploadImageTooLarge',
  uploadBytes: 'large files',
  uploadLifetime: 'confirmTooLate',
  attachmentLifetime: 'sendAfterWeek',
  filenameLength: 'createUpload filename of length 256',
  listNameLength: 'createContactList name of length 101',
  listDescriptionLength: 'createContactList description of length 501',
  contactSourceLength: 'createContact source of length 101',
  batchSize: 'verifyTooMany',
  concurrentBatches: `createVerificationBatch number ${limits.concurrentBatches + 1}`,
  verificationLifetime: 'verifyAfterDay',
  bodyBytes: 'large files',
};

/** Why no comparison shows some rows. */
const reasons: readonly (readonly [rows: RegExp, reason: string])[] = [
  [/KEY_REVOKED|KEY_EXPIRED/, 'it takes a key that is revoked or expired'],
  [/INTERNAL_ERROR|SERVICE_UNAVAILABLE/, 'it takes a deployment that fails'],
  [/IDEMPOTENCY_IN_PROGRESS/, 'it takes two sends at the same moment'],
  [/_FAILED$|DNS/, 'it takes a domain that is not verified'],
  [/TEMPLATE_RENDER_ERROR|sendEmail\.variables/, 'it takes a template of the deployment'],
  [/SPAM/, 'it takes content that the deployment rates as spam'],
  [/INSUFFICIENT_CREDITS/, 'it takes a key without credits'],
  [/sendEmail:(ATTACHMENT|EMAIL)_TOO_LARGE|Bytes$/, 'it takes several megabytes'],
  [/^sendEmail\.(subject|html|text|replyTo|headers)/, 'a simulated send shows only whether it is valid'],
  [/^sendEmail:(id|status|createdAt)$/, 'it takes a live send, and no real email is sent'],
  [/^suppressContact\.reason|^createUpload\.filename/, 'no response shows more than whether it is valid'],
  [/^listContactLists\?/, 'a deployment may list all contact lists at once'],
  [/same instant/, 'it takes records that were created in the same millisecond'],
  [/^(contact (unsubscribed|bounced|complained)|.*:unsubscribedAt)$/, 'no request makes such a contact'],
  [/^list(Emails|Contacts):.*has(Next|Prev)/, 'the wire option neighbours shows whether a list has it'],
  [/^confirmUpload:[a-z]/, 'the deployment returns no attachment'],
  [/^email |^(listEmails|getEmail):/, 'no email is listed'],
  [/^listVerifications:.*results/, 'a list of verifications has no results'],
  [/^verification (pending|processing|failed)$/, 'how long a verification takes is up to the deployment'],
];
/** The reason of a row that should have one of the others. */
export const noReason = 'no response shows it';
const onlyForm = 'only its form is compared, because the run did not make these records';
const chosenByOptions = new Set(
  Object.values(fieldForms).flatMap((forms) =>
    Object.values<{ has: readonly string[] }>(forms).flatMap(({ has }) => has),
  ),
);

/** The paths of the fields that a schema of the contract reads, such as `customFields[].key`. */
function pathsOf(schema: Operation['body']): readonly string[] {
  return schema === undefined ? [] : leavesOf(formOf(schema));
}

function leavesOf({ properties, items, anyOf = [] }: Form): readonly string[] {
  const inside = Object.entries(properties ?? {}).flatMap(([name, form]) => {
    const paths = leavesOf(form);
    return paths.length === 0 ? [name] : paths.map((path) => name + (path.startsWith('[') ? '' : '.') + path);
  });
  const ofItems = items ? leavesOf(items).map((path) => `[].${path}`) : [];
  return [...new Set([...inside, ...ofItems, ...anyOf.flatMap(leavesOf)])];
}

/** Whether a step sends a field of its body, given as a path. */
function sends({ json }: StepRequest, path: string): boolean {
  const values = path
    .split(/\[\]\.|\./)
    .reduce<readonly unknown[]>(
      (found, name) => found.flat().map((value) => Reflect.get(Object(value), name)),
      [json],
    );
  return values.some((value) => value !== undefined);
}

/** The rows of one operation. */
function rowsOf(name: OperationName): readonly Row[] {
  const { query, body, response, ...own }: Operation = operations[name];
  const named = (suffix: string, isShown: Row['isShown']): Row => ({
    name: name + suffix,
    operation: name,
    isShown,
  });
  const steps = script.flatMap(([step, request]) => {
    const all = [[step, request], ...(request.parts ?? [])] as const;
    return operationOf(request) === name ? all : [];
  }) as Steps;
  const shownBy =
    (test: (request: StepRequest, step: StepName, shown: Shown) => boolean): Row['isShown'] =>
    (shown) => {
      const some = steps.filter(([step, request]) => test(request, step, shown));
      if (some.some(([step]) => shown.compared.has(step))) return true;
      const missing = some.flatMap(([step]) => shown.deployment.missing[step] ?? []);
      return missing[0] ?? false;
    };
  return [
    ...pathsOf(query).map((option) =>
      named(
        `?${option}`,
        shownBy(({ path, whole }, step) =>
          /^(page|limit)$/.test(option)
            ? / (first|last)$/.test(step)
            : whole !== undefined && path.includes(`${option}={`),
        ),
      ),
    ),
    ...pathsOf(body).map((path) => {
      const isShown = shownBy((request) => sends(request, path));
      return named(`.${path}`, (shown) => tableReason(`${name}.${path}`) ?? isShown(shown));
    }),
    ...pathsOf(response).map((path) => {
      const leaf = `${name} ${path.slice(path.lastIndexOf('.') + 1)}`;
      const isOption = chosenByOptions.has(leaf.slice(name.length + 1)) && !tableReason(`${name}:${path}`);
      return named(
        `:${path}`,
        ({ values, forms }) => values.has(leaf) || isOption || (forms.has(leaf) && onlyForm),
      );
    }),
    ...(query && name !== 'listContactLists' ? [named(': order of the same instant', () => false)] : []),
    ...errorsOf({ ...own }).map((code) =>
      named(
        `:${code}`,
        shownBy((_request, step, shown) => hasCode(shown, step, code)),
      ),
    ),
  ];
}

function hasCode({ sandbox }: Shown, step: StepName, code: string): boolean {
  const response = sandbox.responses[step];
  return response !== undefined && codeOf(response) === code;
}

const states = { email: emailStatuses, contact: contactStatuses, verification: verificationStatuses };

/** All rows of the contract. */
export const rows: readonly Row[] = [
  ...(Object.keys(operations) as OperationName[]).flatMap(rowsOf),
  ...commonErrors.map((code): Row => ({
    name: code,
    operation: 'listEmails',
    isShown: (shown) => [...shown.compared].some((step) => hasCode(shown, step, code)),
  })),
  ...Object.entries(states).flatMap(([record, words]) =>
    words.map((word): Row => ({
      name: `${record} ${word}`,
      isShown: ({ values }) => values.has(`${record} ${word}`),
    })),
  ),
  ...Object.entries(ofLimits).map(([limit, step]): Row => ({
    name: `limit of ${limit}`,
    isShown: ({ compared, deployment }) => compared.has(step) || (deployment.missing[step] ?? false),
  })),
];

/** The rows that a comparison does not show, with the reason. */
export function notShown(shown: Shown): Readonly<Record<string, string>> {
  const { missing } = shown.deployment;
  const reasonsOf = Map.groupBy(
    script.flatMap(([step, request]) => {
      const reason = missing[step];
      return reason === undefined ? [] : [{ operation: operationOf(request), reason }];
    }),
    ({ operation }) => operation,
  );
  const served = new Set(
    script.flatMap(([step, request]) =>
      shown.compared.has(step) && (shown.sandbox.responses[step]?.status ?? 0) < 300
        ? operationOf(request)
        : [],
    ),
  );
  const unsent = (operation: OperationName | undefined) => {
    const isUnserved = operation !== undefined && !served.has(operation);
    if (isUnserved && 'published' in operations[operation]) return 'neither serves it, like the document';
    const all = (reasonsOf.get(operation) ?? []).map(({ reason }) => reason);
    return tiers.map(notChosen).find((one) => all.includes(one)) ?? all[0];
  };
  return Object.fromEntries(
    rows.flatMap(({ name, operation, isShown }) => {
      const result = isShown(shown);
      if (result === true) return [];
      const reason = result || (tableReason(name) ?? unsent(operation) ?? noReason);
      return [[name, reason]];
    }),
  );
}

function tableReason(name: string): string | undefined {
  return reasons.find(([names]) => names.test(name))?.[1];
}
