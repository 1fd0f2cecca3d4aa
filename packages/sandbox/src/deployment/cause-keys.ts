/*
 * Which differences have one cause: those with the same key. A wrong envelope is in a hundred responses, but is one
 * entry of the report.
 */
import { isErrorCode } from '@mailrig/contract';
import type { Difference } from './differences.ts';
import type { StepName } from './script.ts';
import { operationOf, type StepRequest } from './step.ts';

/**
 * What differences of one cause have in common. A part of every response has one key for all of them, a refused
 * boundary one for each kind of boundary, and a record one for each of its fields.
 */
export function keyOf({ step, path, deployment, sandbox }: Difference, request: StepRequest): string {
  const operation = operationOf(request) ?? request.path;
  if (path.startsWith('error.details')) return 'error.details';
  if (path.startsWith('header x-ratelimit') && deployment === 'absent') return 'header x-ratelimit absent';
  if (path.endsWith(' form')) return JSON.stringify(['form', deployment, sandbox]);
  if (path === 'error.code')
    return JSON.stringify([path, deployment, isErrorCode(deployment.slice(1, -1)) && operation]);
  if (/^(header|meta|success|error|container|body)/.test(path)) {
    const lacks = [deployment, sandbox].indexOf('absent');
    return JSON.stringify(lacks < 0 ? [path, deployment, sandbox] : [path, lacks]);
  }
  const resource = request.path.split(/[/?]/).slice(3, 4).join('').replace('contact-lists', 'contacts');
  if (path === 'status') return statusKey(step, operation, resource, deployment, sandbox);
  // Letters in another case are one thing, wherever an address is.
  if (deployment.toLowerCase() === sandbox.toLowerCase()) return 'case';
  return JSON.stringify([resource, classOf(path, fieldOf(path), request)]);
}

/** Keys of boundaries of fields, which belong together only if they share the field or the change. */
export const edges = 'edges ';

/** The field of a boundary and its change, from the name that `boundaries` gave the step. */
function edgeOf(step: StepName): readonly [operation: string, field: string, what: string] | undefined {
  const [, operation, field, what] = /^(\w+) (\w+)(?: \[0\] \w+)? (.+)$/.exec(step) ?? [];
  return operation && field && what ? [operation, field, what] : undefined;
}

function statusKey(
  step: StepName,
  operation: string,
  resource: string,
  deployment: string,
  sandbox: string,
): string {
  const outcomes = [deployment, sandbox].map((text) => (text.startsWith('2') ? '2xx' : text));
  if (outcomes.every((outcome) => outcome === '2xx')) return JSON.stringify(['status', operation]);
  const [of, field = '', what = ''] = edgeOf(step) ?? [];
  if (!outcomes.includes('2xx')) return JSON.stringify(['status', ...outcomes]);
  if (of !== operation) return JSON.stringify(['status', step, ...outcomes]);
  if (/^(page|limit)$/.test(field)) return JSON.stringify(['status', 'page and limit', ...outcomes]);
  if (what === 'null') return JSON.stringify(['status', what, ...outcomes]);
  if (what === 'empty' && operation.startsWith('list'))
    return JSON.stringify(['status', 'empty query', ...outcomes]);
  return edges + JSON.stringify([resource, ...outcomes]);
}

/** Groups of boundaries that share the field or the change. */
export function linked(members: readonly Difference[]): readonly (readonly Difference[])[] {
  const groups: { readonly members: Difference[]; readonly words: Set<string> }[] = [];
  for (const one of members) {
    const [, field, what] = edgeOf(one.step) ?? ['', '', one.step];
    const words = [`field ${field}`, /^(empty|blank)$/.test(what) ? 'nothing' : what];
    const own = groups.filter(({ words: theirs }) => words.some((word) => theirs.has(word)));
    const [first = { members: [], words: new Set<string>() }, ...others] = own;
    if (own.length === 0) groups.push(first);
    for (const other of others) {
      first.members.push(...other.members);
      for (const word of other.words) first.words.add(word);
      groups.splice(groups.indexOf(other), 1);
    }
    first.members.push(one);
    for (const word of words) first.words.add(word);
  }
  return groups.map((group) => group.members);
}

/** The part of a record that a path belongs to: a count belongs to the list that it counts. */
function classOf(path: string, field: string, { path: requested }: StepRequest): string {
  const isVerification = requested.includes('email-verification');
  if (isVerification && /\banalytics\b|\b(totalEmails|processedEmails|progress)$/.test(path)) return 'counts';
  if (isVerification && /\bdetails\b|^(reason|riskScore)$/.test(path.endsWith(field) ? field : path))
    return 'verdict';
  if (
    /contactListCustomFields|customFields(\[|\.).*(key|label|type|required|options|defaultValue)\b/.test(path)
  )
    return 'definitions of fields';
  if (/customFields/.test(path)) return 'customFields';
  const isFiltered = /[?&]status=/.test(requested);
  if (
    /^(status|activeContacts|suppressedContacts)$/.test(field) ||
    (isFiltered && /^(items( of others)?$|pagination)/.test(path))
  )
    return 'status';
  if (/^(items|pagination)( |$|\.total|\.has)/.test(path)) return 'items';
  return field;
}

/** The name of the field that a path ends with. */
export function fieldOf(path: string): string {
  return path.replaceAll(/\[\d*\]|\.\{[^}]*\}/g, '').replace(/^.*\./, '');
}
