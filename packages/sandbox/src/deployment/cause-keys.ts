/*
 * Which differences have one cause: those with the same key. A wrong envelope is in a hundred responses, but is one
 * entry of the report.
 */
import { isErrorCode } from '@mailrig/contract';
import type { Difference } from './differences.ts';
import { operationOf } from './step.ts';

/**
 * What differences of one cause have in common. A part of every response has one key for all of them, a refused
 * boundary one for each field or kind of change, and a record one for each of its fields.
 */
export function keyOf({ step, request, path, deployment, sandbox, isContradiction }: Difference): string {
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
  if (path === 'status') return key(path, ...statusKey(step, operation, resource, deployment, sandbox));
  // Letters in another case are one thing, wherever an address is.
  if (deployment.toLowerCase() === sandbox.toLowerCase()) return key('case');
  return key(resource, classOf(path, fieldOf(path), request.path));
}

/** A change to a field that is refused or accepted alike, whatever the field is. */
const changes = /^(null|empty|blank|of another type)$/;

function statusKey(step: string, operation: string, resource: string, ...texts: readonly string[]) {
  const outcomes = texts.map((text) => (text.startsWith('2') ? '2xx' : text));
  if (outcomes.every((outcome) => outcome === '2xx')) return [operation];
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
export function fieldOf(path: string): string {
  return path.replaceAll(/\[\d*\]|\.\{[^}]*\}/g, '').replace(/^.*\./, '');
}
