/*
 * Compares the responses of two sides path by path, after `normalise.ts` has made them comparable. Not every different
 * text is a difference: the sides may differ in what the outside world decides, in the progress of a batch, and in what
 * other users created.
 */
import { limits, operations, optionalFields, type Resource, verificationStatuses } from '@mailrig/contract';
import type { Responses, StepName, Steps } from './script.ts';
import type { ShownLeaves } from './rows.ts';
import { operationOf, type StepRequest } from './step.ts';
import { type NormalisedResponse, Normaliser } from './normalise.ts';

/** One path at which two sides differ. */
export interface Difference {
  /** Name of the step. */
  readonly step: StepName;
  /** Where in the response, for example `pagination.total`. */
  readonly path: string;
  /** What the deployment has there. */
  readonly deployment: string;
  /** What the sandbox says there. */
  readonly sandbox: string;
}

/** Parts of a response that the outside world decides: the verdict on an address, and its counts. */
const verdicts =
  /^(data|items\[\])\.(\d+\.)?(status|result|isValid|reason|riskScore|details\.\w+|results\..+|analytics\.\w+)$/;
const optional = new Set<string>(Object.values(optionalFields).flat());
const states = new Set<string>(verificationStatuses.map((status) => JSON.stringify(status)));

/** What each side has at a path; `absent` if it has nothing there. */
type Said = (path: string) => readonly [deployment: string, sandbox: string];

/** Where the responses to one step differ. If the status differs, the rest is ignored. */
function differences(
  step: StepName,
  request: StepRequest,
  deployment: NormalisedResponse,
  sandbox: NormalisedResponse,
): readonly Difference[] {
  const sides = [deployment, sandbox] as const;
  const textOf = (side: NormalisedResponse, path: string) =>
    [...(side.get(path)?.texts ?? ['absent'])].join(' or ');
  const said: Said = (path) => [textOf(deployment, path), textOf(sandbox, path)];
  const differ = (path: string, [theirs, ours] = said(path)) =>
    theirs === ours ? [] : [{ step, path, deployment: theirs, sandbox: ours }];
  const status = said('status');
  if (status[0] !== status[1] && !status.every((text) => text.startsWith('2'))) {
    const code = said('error.code').map((text) => (text === 'absent' ? '' : ` ${text.replaceAll('"', '')}`));
    return differ('status', [`${status[0]}${code[0]}`, `${status[1]}${code[1]}`]);
  }
  const skips = [
    // A page that an earlier response named differs on each side.
    (path: string) => request.path.includes('page={') && path.endsWith('.page'),
    ...skipsOf(request, deployment, sandbox, said),
  ];
  const [theirLists, ourLists] = sides.map(listsIn);
  const isInBoth = (path: string) => {
    const list = path.slice(0, path.indexOf('[]'));
    return theirLists?.has(list) === true && ourLists?.has(list) === true;
  };
  // The newest records have each type that the sandbox lists: the run made them.
  const isLonger = request.path.endsWith(`?limit=${limits.maxPageSize}`);
  const found = [...new Set(sides.flatMap((side) => [...side.keys()]))].flatMap((path) => {
    if (skips.some((skip) => skip(path))) return [];
    if (path.endsWith(' form') && said(path).includes('absent')) return [];
    if (path === 'items order') return differ(path, inOrder(said('items'), said(path)));
    // An item that one side lacks is one difference.
    const [item] = /(?<=^items\.)\{[^}]*\}/.exec(path) ?? [];
    if (item !== undefined && !said('items').every((all) => all.split(', ').includes(item))) return [];
    const [theirs, ours] = sides.map((side) => side.get(path));
    if (!(theirs?.loose ?? ours?.loose)) return differ(path);
    if (theirs && ours) {
      const lacksType =
        isLonger && path === 'items[].type' && [...ours.texts].some((kind) => !theirs.texts.has(kind));
      return areAlike(path, theirs.texts, ours.texts) && !lacksType ? [] : differ(path);
    }
    // A field that some items lack may be absent from all that one side has.
    return path.includes('[]') && (isOptional(path) || !isInBoth(path)) ? [] : differ(path);
  });
  // A different number of items, or a different item at a place, is one difference.
  const startsOf = (form: RegExp, end: string) =>
    found.flatMap(({ path }) => (form.test(path) ? [path.replace(form, end)] : []));
  const [lists, items] = [startsOf(/\.length$/, '['), startsOf(/\]\.id$/, '].')];
  return found.filter(
    ({ path }) =>
      !lists.some((list) => path.startsWith(list)) &&
      (path.endsWith('.id') || !items.some((item) => path.startsWith(item))),
  );
}

/** The paths of lists that have items. */
function listsIn(side: NormalisedResponse): ReadonlySet<string> {
  const paths = [...side.keys()].filter((path) => path.includes('[]') && !path.endsWith(' sort order'));
  return new Set(paths.map((path) => path.slice(0, path.indexOf('[]'))));
}

/** The order of the items that both sides have. */
function inOrder(sets: readonly string[], orders: readonly string[]): readonly [string, string] {
  const [theirs = '', ours = ''] = orders.map((order) =>
    order
      .split(', ')
      .filter((name) => sets.every((all) => all.split(', ').includes(name)))
      .join(', '),
  );
  return [theirs, ours];
}

function isOptional(path: string): boolean {
  return (
    optional.has(path.slice(path.lastIndexOf('.') + 1)) ||
    /\.analytics\.|\.results| sort order$| form$/.test(path)
  );
}

/** Whether a side has the member of the record, such as `data.results`, that a path belongs to. */
function hasPart(side: NormalisedResponse, path: string): boolean {
  const [part = path] = /^(data|items\[\]\.\d+|items\[\])\.\w+/.exec(path) ?? [];
  return [...side.keys()].some((one) => one.startsWith(part));
}

/** Whether the two sides share a kind of value at a loose leaf. */
function areAlike(path: string, theirs: ReadonlySet<string>, ours: ReadonlySet<string>): boolean {
  if (path.endsWith(' items') || [...theirs].some((kind) => ours.has(kind))) return true;
  // All documented words count as alike, and a percentage may be an integer.
  const form = /percent|rate/i.test(path) ? /^a (whole number|fraction)$/ : /^"/;
  return [...theirs, ...ours].every((kind) => form.test(kind));
}

/** The paths at which the sides may differ. */
function skipsOf(
  { path: requested }: StepRequest,
  deployment: NormalisedResponse,
  sandbox: NormalisedResponse,
  said: Said,
): readonly ((path: string) => boolean)[] {
  // A different verdict on an address is not a difference, but the same verdict must be written the same way.
  const isJudged =
    requested.includes('/email-verification') &&
    ['data.status', 'data.result', 'data.analytics.cleanCount', 'data.analytics.dirtyCount'].some((path) => {
      const [theirs, ours] = said(path);
      return theirs !== ours && theirs !== 'absent' && ours !== 'absent';
    });
  // Verifications take time, so they may be further on one side than on the other.
  const unsettled = [...deployment.keys()].flatMap((path) => {
    const [theirs, ours] = said(path);
    const isFurther = path.endsWith('.status') && theirs !== ours && states.has(theirs) && states.has(ours);
    return isFurther ? [path.slice(0, -'status'.length)] : [];
  });
  return [
    // What a side lacks altogether is no verdict.
    (path) => isJudged && verdicts.test(path) && [deployment, sandbox].every((side) => hasPart(side, path)),
    (path) =>
      unsettled.some((record) => path.startsWith(record)) && !/\.(id|type|totalEmails|createdAt)$/.test(path),
  ];
}

/**
 * All differences of two transcripts, in the order of their steps. The normalisers remember the ids of earlier steps.
 *
 * @param steps Name and request of each step.
 * @param deployment The responses of the deployment.
 * @param sandbox Those of the sandbox.
 * @param normalisers One for each side. Default: new ones.
 */
export function compareTranscripts(
  steps: Steps,
  deployment: Responses,
  sandbox: Responses,
  [theirs, ours]: readonly [deployment: Normaliser, sandbox: Normaliser] = [
    new Normaliser(),
    new Normaliser(),
  ],
): { readonly compared: readonly StepName[]; readonly found: readonly Difference[] } & ShownLeaves {
  const compared: StepName[] = [];
  const shown = { values: new Set<string>(), forms: new Set<string>() };
  const found = steps.flatMap(([name, request]) => {
    const [here, there] = [deployment[name], sandbox[name]];
    const normalised = [
      here && theirs.normalise(name, request, here),
      there && ours.normalise(name, request, there),
    ] as const;
    const [one, other] = normalised;
    if (!one || !other) return [];
    compared.push(name);
    noteLeaves(shown, request, [one, other]);
    return differences(name, request, one, other);
  });
  return { compared, found, ...shown };
}

const records: Readonly<Partial<Record<Resource, string>>> = {
  emails: 'email',
  contacts: 'contact',
  verification: 'verification',
};

/** Notes which fields and states the responses to a request show. */
function noteLeaves(
  { values, forms }: { readonly values: Set<string>; readonly forms: Set<string> },
  request: StepRequest,
  [theirs, ours]: readonly [NormalisedResponse, NormalisedResponse],
): void {
  const operation = operationOf(request);
  if (operation === undefined) return;
  for (const [path, { texts, loose }] of [...ours, ...theirs]) {
    const isValue = !loose && ours.has(path);
    if (texts.has('absent') || texts.has('null')) continue;
    for (const name of path.split(/[.[\] ]+/)) (isValue ? values : forms).add(`${operation} ${name}`);
    const record = records[operations[operation].resource];
    if (isValue && path.endsWith('.status'))
      for (const text of texts) values.add(`${record} ${text.replaceAll('"', '')}`);
  }
}
