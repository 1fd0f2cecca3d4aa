/* A row for each thing in the contract, such as an error code. A comparison shows a row, or has a reason why not. */
import {
  errorsOf,
  commonErrors,
  fieldForms,
  type Operation,
  type OperationName,
  operations,
} from '@mailrig/contract';
import type { Transcript } from './ask.ts';
import { type FieldSchema, formOf } from './boundaries.ts';
import { notChosen, tiers } from './deployment.ts';
import type { ShownLeaves } from './differences.ts';
import { statuses } from './pages.ts';
import { codeOf } from './response.ts';
import { script } from './script.ts';
import { operationOf, type StepRequest } from './step.ts';

/** What rows need of a comparison. */
export interface Shown extends ShownLeaves {
  readonly compared: ReadonlySet<string>;
  readonly deployment: Pick<Transcript, 'missing'>;
  readonly sandbox: Pick<Transcript, 'responses'>;
}

/** A row, and whether a comparison shows it: by the response to a request of its operation, or by what all show. */
interface Row {
  readonly name: string;
  readonly operation?: OperationName;
  /** Whether the response to a request shows it, once it is compared. */
  readonly shownBy?: (request: StepRequest, step: string, shown: Shown) => boolean;
  /** Whether it is shown, or why not. */
  readonly isShown?: (shown: Shown) => boolean | string;
}

/** Why no comparison shows some rows. */
const reasons: readonly (readonly [rows: RegExp, reason: string])[] = [
  [/KEY_REVOKED|KEY_EXPIRED/, 'it takes a key that is revoked or expired'],
  [/INTERNAL_ERROR|SERVICE_UNAVAILABLE/, 'it takes a deployment that fails'],
  [/IDEMPOTENCY_IN_PROGRESS/, 'it takes two sends at the same moment'],
  [/_FAILED$|DNS/, 'it takes a domain that is not verified'],
  [/TEMPLATE_RENDER_ERROR|sendEmail\.variables/, 'it takes a template of the deployment'],
  [/SPAM/, 'it takes content that the deployment rates as spam'],
  [/INSUFFICIENT_CREDITS/, 'it takes a key without credits'],
  [/sendEmail:(ATTACHMENT|EMAIL)_TOO_LARGE/, 'it takes several megabytes'],
  [/^sendEmail\.(subject|html|text|replyTo|headers)/, 'a simulated send shows only whether it is valid'],
  [/^sendEmail:(id|status|createdAt)$/, 'it takes a live send, and no real email is sent'],
  [/^suppressContact\.reason|^createUpload\.filename/, 'no response shows more than whether it is valid'],
  [/^listContactLists\?/, 'a deployment may list all contact lists at once'],
  [/same instant/, 'it takes records that were created in the same millisecond'],
  [/^(contacts (unsubscribed|bounced|complained)|.*:unsubscribedAt)$/, 'no request makes such a contact'],
  [/^list(Emails|Contacts):.*has(Next|Prev)/, 'the wire option neighbours shows whether a list has it'],
  [/^confirmUpload:[a-z]/, 'the deployment returns no attachment'],
  [/^emails |^(listEmails|getEmail):/, 'no email is listed'],
  [/^listVerifications:.*results/, 'a list of verifications has no results'],
  [/^verification (pending|processing|failed)$/, 'how long a verification takes is up to the deployment'],
];
/** The reason of a row that should have one of the others. */
export const noReason = 'no response shows it';
const leftOut = 'the wire options leave it out';
const onlyForm = 'only its form is compared, because the run alone does not decide it';
const chosenByOptions = new Set(
  Object.values(fieldForms).flatMap((forms) =>
    Object.values<{ has: readonly string[] }>(forms).flatMap(({ has }) => has),
  ),
);
const tableReason = (name: string) => reasons.find(([names]) => names.test(name))?.[1];

/** The paths of the fields that a schema of the contract reads, such as `customFields[].key`. */
const pathsOf = (schema: Operation['body']) => (schema === undefined ? [] : leavesOf(formOf(schema)));

function leavesOf({ properties, items, anyOf = [] }: FieldSchema): readonly string[] {
  const inside = Object.entries(properties ?? {}).flatMap(([name, member]) => {
    const paths = leavesOf(member);
    return paths.length === 0 ? [name] : paths.map((path) => name + (path.startsWith('[') ? '' : '.') + path);
  });
  const ofItems = items ? leavesOf(items).map((path) => `[].${path}`) : [];
  return [...new Set([...inside, ...ofItems, ...anyOf.flatMap(leavesOf)])];
}

const fieldIn = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** Whether a request has a field in its body, wherever it is. */
const sends = ({ json }: StepRequest, field: string) =>
  json !== undefined && JSON.stringify(json).includes(`"${field}":`);

const hasCode = ({ sandbox }: Shown, step: string, code: string) => {
  const response = sandbox.responses[step];
  return response !== undefined && codeOf(response) === code;
};

function rowsOf(operation: OperationName): readonly Row[] {
  const { query, body, response, ...own }: Operation = operations[operation];
  const isPage = (option: string) => /^(page|limit)$/.test(option);
  return [
    ...pathsOf(query).map((option): Row => ({
      name: `${operation}?${option}`,
      operation,
      shownBy: ({ path, whole }, step) =>
        isPage(option) ? / (first|last)$/.test(step) : whole !== undefined && path.includes(`${option}={`),
    })),
    ...pathsOf(body).map((path): Row => {
      const name = `${operation}.${path}`;
      const isShown = () => tableReason(name) ?? false;
      return { name, operation, isShown, shownBy: (request) => sends(request, fieldIn(path)) };
    }),
    ...pathsOf(response).map((path): Row => {
      const name = `${operation}:${path}`;
      const field = fieldIn(path);
      const isOption = chosenByOptions.has(field) && !tableReason(name);
      const leaf = `${operation} ${field}`;
      const isShown: Row['isShown'] = ({ values, forms }) =>
        values.has(leaf) ||
        (forms.has(leaf) ? isOption || onlyForm : isOption && forms.has(`${operation} `) && leftOut);
      return { name, operation, isShown };
    }),
    ...(query && operation !== 'listContactLists'
      ? [{ name: `${operation}: order of the same instant`, operation }]
      : []),
    ...errorsOf({ ...own }).map((code): Row => ({
      name: `${operation}:${code}`,
      operation,
      shownBy: (_request, step, shown) => hasCode(shown, step, code),
    })),
  ];
}

/** All rows of the contract. */
export const rows: readonly Row[] = [
  ...(Object.keys(operations) as OperationName[]).flatMap(rowsOf),
  ...commonErrors.map((code): Row => ({
    name: code,
    operation: 'listEmails',
    isShown: (shown) => [...shown.compared].some((step) => hasCode(shown, step, code)),
  })),
  ...Object.entries(statuses).flatMap(([resource, words]) =>
    words.map((word): Row => {
      const name = `${resource} ${word}`;
      return { name, isShown: ({ values }) => values.has(name) };
    }),
  ),
];

/** The steps of the script, and those that they combine, by their operations. */
const stepsOf = Map.groupBy(
  script.flatMap(([step, request]) => [[step, request], ...(request.parts ?? [])] as [string, StepRequest][]),
  ([, request]) => operationOf(request),
);

/** The rows that a comparison does not show, with the reason. */
export function notShown(shown: Shown): Readonly<Record<string, string>> {
  const { compared, deployment, sandbox } = shown;
  const reasonOf = ({ name, operation, shownBy, isShown = () => false }: Row): string | undefined => {
    const steps = stepsOf.get(operation) ?? [];
    const showing = steps.filter(([step, request]) => shownBy?.(request, step, shown));
    const result = isShown(shown) || showing.some(([step]) => compared.has(step));
    if (result) return result === true ? undefined : result;
    const missing = (some: typeof steps) => some.flatMap(([step]) => deployment.missing[step] ?? []);
    const [reason = tableReason(name)] = missing(showing);
    if (reason !== undefined) return reason;
    const isServed = steps.some(
      ([step]) => compared.has(step) && (sandbox.responses[step]?.status ?? 0) < 300,
    );
    if (operation && !isServed && 'published' in operations[operation])
      return 'neither serves it, like the document';
    const all = missing(steps);
    return tiers.map(notChosen).find((one) => all.includes(one)) ?? all[0] ?? noReason;
  };
  return Object.fromEntries(
    rows.flatMap((row) => {
      const reason = reasonOf(row);
      return reason === undefined ? [] : [[row.name, reason]];
    }),
  );
}
