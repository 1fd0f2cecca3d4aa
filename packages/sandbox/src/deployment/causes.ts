/* Finds the causes of differences: a wrong envelope is in a hundred responses, but is one entry of the report. */
import {
  type Fields,
  fieldsOf,
  isErrorCode,
  isOperation,
  operations,
  textAt,
  type WireOptions,
} from '@mailrig/contract';
import type { Transcript } from './ask.ts';
import { compareTranscripts, type Difference } from './differences.ts';
import type { Drift } from './drift.ts';
import { misfitsIn } from './schema-misfits.ts';
import { contradictionsIn, unlikeSent } from './contradictions.ts';
import { notShown } from './rows.ts';
import type { Steps } from './script.ts';
import { dataOf, numberAt } from './response.ts';
import { claimOf, sourcesOf } from './statements.ts';
import { fill, operationOf } from './step.ts';

/** Differences that have one cause. */
export interface Cause {
  /** Whether all responses have it, or all of a kind; then a new response with it is not a new difference. */
  readonly isEverywhere: boolean;
  /** The differences, the first one first. */
  readonly members: readonly Difference[];
  /** The entry of the report for these members, or some of them. */
  readonly drift: (members: readonly Difference[]) => Omit<Drift, 'request' | 'members'>;
}

/** What two transcripts have in common, and the causes of their differences, under the wire options that both show. */
export function causesOf(steps: Steps, deployment: Transcript, sandbox: Transcript, wire: WireOptions) {
  const transcripts = compareTranscripts(steps, deployment.responses, sandbox.responses);
  const { compared, found, excused, ...leaves } = transcripts;
  // A field that differs is reported only once.
  const others = [
    ...misfitsIn(steps, deployment.responses, wire),
    ...contradictionsOf(steps, deployment, sandbox),
    ...growthIn(steps, deployment, sandbox),
  ].filter(
    ({ step, path }) =>
      !found.some(
        (one) => one.step === step && (one.path === 'status' || fieldOf(one.path) === fieldOf(path)),
      ),
  );
  const all = [...found, ...others];
  // Nothing else can be read from a page in an unknown container.
  const unread = new Map(
    found
      .filter(({ path, deployment: theirs }) => path === 'container' && theirs === 'absent')
      .map((one) => [one.step, keyOf(one)]),
  );
  const groups = Map.groupBy(all, (one) => {
    const isPart = /^(data|items|pagination)\b/.test(one.path);
    return (isPart ? unread.get(one.step) : undefined) ?? keyOf(one);
  });
  // A response with another status is not compared any further, and the upload store has headers of its own.
  const unlike = new Set(all.flatMap(({ step, path }) => (path === 'status' ? [step] : [])));
  const alike = steps.flatMap(([step, { path }]) =>
    path.startsWith('/') && compared.includes(step) && !unlike.has(step) ? [step] : [],
  );
  // Parts of a whole list need no counterpart in the sandbox.
  const parts = steps.flatMap(([step, { whole }]) => (whole && deployment.responses[step] ? [step] : []));
  return {
    same: compared.filter((name) => !found.some(({ step }) => step === name)),
    causes: Array.from(groups.values(), (members): Cause => {
      const everywhere = everywhereOf(members, deployment, alike);
      return { isEverywhere: everywhere !== undefined, members, drift: (some) => driftOf(some, everywhere) };
    }),
    excused,
    notMeasured: notShown({ ...leaves, compared: new Set([...compared, ...parts]), deployment, sandbox }),
  };
}

/** The entry of a report for differences of one cause. */
function driftOf(members: readonly Difference[], everywhere: string | undefined): ReturnType<Cause['drift']> {
  // If a statement of the document is about some of the members only, one of these comes first.
  const first = members.find((each) => claimOf(each) !== undefined) ?? (members[0] as Difference);
  const claim = claimOf(first);
  const { step, request, path, deployment, sandbox } = first;
  const more = members.length > 1 ? `, and ${members.length - 1} more` : '';
  return {
    name: `${step} ${path}`,
    question: `What does ${request.method} ${request.path} answer at ${path}?`,
    verdict: first.isContradiction ? 'contradicts itself' : claim ? 'service moved' : 'sandbox is wrong',
    deployment: `${deployment}${everywhere ? ` in ${everywhere}` : more}`,
    sandbox,
    ...(claim && { document: claim.expected }),
    seen: `${path} is ${deployment}`,
    requirements: claim?.requirements ?? [],
    decisions: claim?.decisions ?? sourcesOf(step, path).decisions,
  };
}

/** The kind of responses that all show a difference, if it concerns no single one of them. */
function everywhereOf(
  members: readonly Difference[],
  { responses }: Transcript,
  compared: readonly string[],
): string | undefined {
  if (!members.every(({ path }) => /^(header|meta)| form$/.test(path))) return undefined;
  const steps = new Set(members.map(({ step }) => step));
  // A few responses are not enough to conclude that all have it.
  if (steps.size < 10) return undefined;
  const isRefused = (step: string) => (responses[step]?.status ?? 0) >= 400;
  const kinds = {
    'all responses': compared,
    'all refusals': compared.filter(isRefused),
    'all successes': compared.filter((step) => !isRefused(step)),
  };
  return Object.entries(kinds).find(([, some]) => some.every((step) => steps.has(step)))?.[0];
}

/** Where the deployment contradicts itself and the sandbox does not. */
function contradictionsOf(steps: Steps, deployment: Transcript, sandbox: Transcript): readonly Difference[] {
  const sides = [deployment, sandbox].map((side) => [side, sendsIn(steps, side)] as const);
  return steps.flatMap(([step, request]) => {
    const [theirs = [], ours = []] = sides.map(([{ responses, values }, sends]) => {
      const [response, whole] = [responses[step], responses[request.whole ?? '']];
      if (response === undefined) return [];
      const path = fill(request.path, values, encodeURIComponent);
      const emails = operationOf(request) === 'listEmails' ? unlikeSent(response, sends) : [];
      return [...contradictionsIn(response, path, whole), ...emails];
    });
    return theirs
      .filter(([path]) => !ours.some(([other]) => other === path))
      .map(([path, deployment]): Difference => {
        return { step, request, path, deployment, sandbox: 'consistent', isContradiction: true };
      });
  });
}

/** Counters of the account that have grown less than in the sandbox, which nobody else uses. */
function growthIn(steps: Steps, deployment: Transcript, sandbox: Transcript): readonly Difference[] {
  return steps.flatMap(([step, request]) => {
    const [since = '', ...counters] = request.grown ?? [];
    return counters.flatMap((name) => {
      const [theirs = 0, ours = 0] = [deployment, sandbox].map(({ responses }) => {
        const [before, after] = [since, step].map((at) =>
          numberAt(dataOf({ json: responses[at]?.json }), name),
        );
        return Number(after) - Number(before);
      });
      const texts = { deployment: `${theirs} more`, sandbox: `${ours} more` };
      return theirs < ours ? [{ step, request, path: `data.${name}`, ...texts }] : [];
    });
  });
}

/** The bodies of accepted sends, by the message ids that they got. */
function sendsIn(steps: Steps, { responses, values }: Transcript): ReadonlyMap<unknown, Fields> {
  const sent = steps.flatMap(([step, request]) => {
    const response = responses[step];
    const id = response && operationOf(request) === 'sendEmail' && textAt(dataOf(response), 'messageId');
    return id ? [[id, fieldsOf(fill(request.json, values))] as const] : [];
  });
  // A replay has the id of the first send.
  return new Map(sent.toReversed());
}

/**
 * What differences of one cause have in common. A part of every response has one key for all of them, a refused
 * boundary one for each field or kind of change, and a record one for each of its fields.
 */
function keyOf({ step, request, path, deployment, sandbox, isContradiction }: Difference): string {
  const operation = operationOf(request) ?? request.path;
  const resource = request.path.split(/[/?]/).slice(3, 4).join('').replace('contact-lists', 'contacts');
  const key = (...parts: readonly unknown[]) => JSON.stringify([...parts, isContradiction]);
  if (path.startsWith('error.details')) return key('error.details');
  if (path.startsWith('header x-ratelimit') && deployment === 'absent') return key('rate limit');
  if (path.endsWith(' form')) return key('form', deployment, sandbox);
  if (path === 'error.code') return key(path, deployment, isErrorCode(deployment.slice(1, -1)) && operation);
  if (/^(header|meta|success|error|container|body)/.test(path)) {
    const lacks = [deployment, sandbox].indexOf('absent');
    return lacks < 0 ? key(path, deployment, sandbox) : key(path, lacks);
  }
  if (isAbsent(deployment) && isAbsent(sandbox)) return key('nulls');
  if (path === 'status') return key(path, ...statusKey(step, operation, resource, deployment, sandbox));
  // Letters in another case have one cause, in whatever address they are.
  if (deployment.toLowerCase() === sandbox.toLowerCase()) return key('case');
  return key(resource, classOf(path, fieldOf(path), request.path));
}

const isAbsent = (text: string) => text === 'absent' || text === 'null';

/** Changes to a field that are refused or accepted alike for every field. */
const changes = /^(null|empty|blank|of another type)$/;

function statusKey(step: string, operation: string, resource: string, ...texts: readonly string[]) {
  const outcomes = texts.map((text) => (text.startsWith('2') ? '2xx' : text));
  if (outcomes.every((outcome) => outcome === '2xx')) return texts;
  // One side serves what the document lacks, and the other does not.
  const isPublished = isOperation(operation) && 'published' in operations[operation];
  if (isPublished && texts.some((text) => /^(404 NOT_FOUND|405 )/.test(text))) return ['published'];
  if (!outcomes.includes('2xx')) return outcomes;
  // The names that `boundaries.ts` gives its steps.
  const [, of, field = '', what = ''] = /^(\w+) (\w+)(?: \[0\] \w+)? (.+)$/.exec(step) ?? [];
  if (of !== operation) return [step, ...outcomes];
  if (/^(page|limit)$/.test(field)) return ['page and limit', ...outcomes];
  if (changes.test(what)) return [operation.startsWith('list'), what.replace('blank', 'empty'), ...outcomes];
  return [resource, field, ...outcomes];
}

/** The part of a record that a path belongs to: a count belongs to the list that it counts. */
function classOf(path: string, field: string, requested: string): string {
  if (requested.includes('email-verification')) {
    if (/\banalytics\b|\b(totalEmails|processedEmails|progress)$/.test(path)) return 'counts';
    if (/\bdetails\b|\b(reason|riskScore)$/.test(path)) return 'verdict';
  }
  if (
    /contactListCustomFields|customFields(\[|\.).*(key|label|type|required|options|defaultValue)\b/.test(path)
  )
    return 'definitions of fields';
  if (/customFields/.test(path)) return 'customFields';
  const isPage = /^(items|pagination)( |$|\.total|\.has)/.test(path);
  const isFiltered = isPage && /[?&]status=/.test(requested);
  if (isFiltered || /^(status|activeContacts|suppressedContacts)$/.test(field)) return 'status';
  return isPage ? 'items' : field;
}

/** The name of the field that a path ends with. */
const fieldOf = (path: string): string => path.replaceAll(/\[\d*\]|\.\{[^}]*\}/g, '').replace(/^.*\./, '');
