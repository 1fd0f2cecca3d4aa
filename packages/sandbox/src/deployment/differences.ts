/* Compares normalised responses. They may differ in the progress of a batch, and in what the outside world decides. */
import { operations, verificationStatuses } from '@mailrig/contract';
import type { DeploymentResponse } from './response.ts';
import type { Responses, Steps } from './script.ts';
import { operationOf, type StepRequest } from './step.ts';
import { type NormalisedResponse, Normaliser } from './normalise.ts';

/** One path at which two sides differ. */
export interface Difference {
  /** Name of the step. */
  readonly step: string;
  readonly request: StepRequest;
  /** Where in the response, for example `pagination.total`. */
  readonly path: string;
  /** What the deployment has there. */
  readonly deployment: string;
  /** What the sandbox has there. */
  readonly sandbox: string;
  /** Whether the deployment contradicts itself there. */
  readonly isContradiction?: true;
}

/** What the compared responses show of the records of an operation, by the names of fields and the words of states. */
export interface ShownLeaves {
  /** Of records that the run made: their values are compared. */
  readonly values: Set<string>;
  /** Of other records: only their forms are checked. */
  readonly forms: Set<string>;
}

/** Parts of a response that the outside world decides: the verdict on an address, and its counts. */
const verdicts = /^data\.(status|result|isValid|reason|riskScore|details\.\w+|results\..+|analytics\.\w+)$/;
const states = new Set<string>(verificationStatuses.map((status) => JSON.stringify(status)));

/** What each side has at a path; `absent` if it has nothing there. */
type TextsAt = (path: string) => readonly [deployment: string, sandbox: string];

/** Where the responses to one step differ. If the status differs, the rest is ignored. */
function differences(
  step: string,
  request: StepRequest,
  deployment: NormalisedResponse,
  sandbox: NormalisedResponse,
  excused: string[],
): readonly Difference[] {
  const textsAt: TextsAt = (path) => [deployment.get(path) ?? 'absent', sandbox.get(path) ?? 'absent'];
  const differ = (path: string, [theirs, ours] = textsAt(path)) =>
    theirs === ours ? [] : [{ step, request, path, deployment: theirs, sandbox: ours }];
  const status = textsAt('status');
  if (status[0] !== status[1] && !status.every((text) => text.startsWith('2'))) {
    const code = textsAt('error.code').map((text) =>
      text === 'absent' ? '' : ` ${text.replaceAll('"', '')}`,
    );
    return differ('status', [`${status[0]}${code[0]}`, `${status[1]}${code[1]}`]);
  }
  const { isExcused, unsettled } = excuseOf(request, deployment, sandbox, textsAt);
  excused.push(...unsettled.map((record) => `${step} ${record}`));
  const listed = textsAt('items').map((names) => names.split(', '));
  const isInBoth = (name: string) => listed.every((names) => names.includes(name));
  const found = [...new Set([...deployment.keys(), ...sandbox.keys()])].flatMap((path) => {
    if (isExcused(path)) excused.push(`${step} ${path} `);
    if (isExcused(path) || (path.endsWith(' form') && textsAt(path).includes('absent'))) return [];
    // The order of the items that both sides have.
    if (path === 'items order') {
      const [theirs = '', ours = ''] = textsAt(path).map((names) =>
        names.split(', ').filter(isInBoth).join(', '),
      );
      return differ(path, [theirs, ours]);
    }
    // An item that one side lacks is one difference.
    const [item] = /(?<=^items\.)\{[^}]*\}/.exec(path) ?? [];
    return item === undefined || isInBoth(item) ? differ(path) : [];
  });
  // A different number of items, or a different item at an index, is one difference.
  const startsOf = (pattern: RegExp, end: string) =>
    found.flatMap(({ path }) => (pattern.test(path) ? [path.replace(pattern, end)] : []));
  const [lists, items] = [startsOf(/\.length$/, '['), startsOf(/\]\.id$/, '].')];
  return found.filter(
    ({ path }) =>
      !lists.some((list) => path.startsWith(list)) &&
      (path.endsWith('.id') || !items.some((item) => path.startsWith(item))),
  );
}

/** Whether the sides may differ at a path, and where the verifications are that are further on one side. */
function excuseOf(
  { path: requested, whole }: StepRequest,
  deployment: NormalisedResponse,
  sandbox: NormalisedResponse,
  textsAt: TextsAt,
) {
  // A different verdict on an address is not a difference, but the same verdict must be written the same way.
  const isJudged =
    requested.includes('/email-verification') &&
    ['data.status', 'data.result', 'data.analytics.cleanCount', 'data.analytics.dirtyCount'].some((path) => {
      const [theirs, ours] = textsAt(path);
      return theirs !== ours && theirs !== 'absent' && ours !== 'absent';
    });
  // Verifications take time, so they may be further on one side than on the other.
  const unsettled = [...deployment.keys()].flatMap((path) => {
    const [theirs, ours] = textsAt(path);
    const isFurther = path.endsWith('.status') && theirs !== ours && states.has(theirs) && states.has(ours);
    return isFurther ? [path.slice(0, -'status'.length)] : [];
  });
  /** Whether both sides have the member of the record, such as `data.results`, that a path belongs to. */
  const isInBoth = (path: string) => {
    const [part = path] = /^data\.\w+/.exec(path) ?? [];
    return [deployment, sandbox].every((side) => [...side.keys()].some((one) => one.startsWith(part)));
  };
  const isExcused = (path: string) =>
    path === 'items items' ||
    // Others may add records: which ones a part of their list has is compared with the whole.
    (whole !== undefined && path === 'items' && !requested.includes('contact-lists')) ||
    // A page that an earlier response named differs on each side.
    (requested.includes('page={') && path.endsWith('.page')) ||
    (isJudged && verdicts.test(path) && isInBoth(path)) ||
    (unsettled.some((record) => path.startsWith(record)) && !/\.(id|type|totalEmails|createdAt)$/.test(path));
  return { isExcused, unsettled };
}

/**
 * All differences of two transcripts, and where the sides may differ: a step, and what a path begins with.
 *
 * @param normalisers One for each side, with the ids of earlier steps.
 */
export function compareTranscripts(
  steps: Steps,
  deployment: Responses,
  sandbox: Responses,
  [theirs, ours]: readonly Normaliser[] = [new Normaliser(), new Normaliser()],
) {
  const [compared, excused]: [string[], string[]] = [[], []];
  const shown = { values: new Set<string>(), forms: new Set<string>() };
  const found = steps.flatMap(([name, request]) => {
    const [here, there] = [deployment[name], sandbox[name]];
    const one = here && theirs?.normalise(name, request, here);
    const other = there && ours?.normalise(name, request, there);
    if (!one || !other || !here) return [];
    compared.push(name);
    noteLeaves(shown, request, other, here);
    return differences(name, request, one, other, excused);
  });
  return { compared, found, excused, ...shown };
}

/** Notes which fields and states the responses to a request show. */
function noteLeaves(
  { values, forms }: ShownLeaves,
  request: StepRequest,
  sandbox: NormalisedResponse,
  { status, json }: DeploymentResponse,
): void {
  const operation = operationOf(request);
  if (operation === undefined) return;
  JSON.stringify(json, (name, value: unknown) => {
    if (status < 300 && (value ?? null) !== null) forms.add(`${operation} ${name}`);
    return value;
  });
  for (const name of request.grown?.slice(1) ?? []) values.add(`${operation} ${name}`);
  const { resource } = operations[operation];
  for (const [path, text] of sandbox) {
    // The outcome and the headers are no fields.
    if (/^(status|header)\b/.test(path) || text === 'absent' || text === 'null') continue;
    for (const name of path.split(/[.[\] ]+/)) values.add(`${operation} ${name}`);
    if (path.endsWith('.status')) values.add(`${resource} ${text.replaceAll('"', '')}`);
  }
}
