import {
  type AddressResult,
  type AddressStatus,
  check,
  operations,
  type VerificationGroups,
  type VerificationResult,
} from '@mailrig/contract';
import { failed, type Reading } from '../call/endpoint.ts';
import { fieldsOf } from '../call/json.ts';

const statusOf: Readonly<Record<string, AddressStatus>> = {
  clean: 'clean',
  dirty: 'dirty',
  unknown: 'unknown',
  valid: 'clean',
  invalid: 'dirty',
  risky: 'dirty',
};

/** `dirty` alone may be invalid or risky (A129). */
const resultOf: Readonly<Record<string, AddressResult | undefined>> = {
  valid: 'valid',
  invalid: 'invalid',
  risky: 'risky',
  unknown: 'unknown',
  clean: 'valid',
  dirty: undefined,
};

/** Converts a result to its documented form, from either set of words (A96). */
export function normaliseResult(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return payload;
  const { result: given, status = given, ...others } = fieldsOf(payload);
  const result = translate(resultOf, given ?? status);
  return {
    ...others,
    status: translate(statusOf, status),
    ...(result !== undefined && { result }),
    isValid: result === 'valid',
  };
}

/** Reads the results of a batch: grouped addresses, or an array of results (A104). */
export function readResults(value: unknown): Reading<readonly VerificationResult[] | undefined> {
  if (value === undefined) return { ok: true, value: undefined };
  const items = Array.isArray(value) ? value : fromGroups(value);
  const results: VerificationResult[] = [];
  for (const [index, item] of items.entries()) {
    const checked = check(operations.verifyEmail.response, normaliseResult(item));
    if (!checked.ok) {
      const { field, message } = checked.errors[0] ?? { field: '', message: 'is not as documented' };
      return failed([{ field: `results[${index}]${field && `.${field}`}`, message }]);
    }
    results.push(checked.value);
  }
  return { ok: true, value: results };
}

/** Groups the addresses of results by short result. */
export function groupResults(results: readonly VerificationResult[]): VerificationGroups {
  const groups: Record<AddressStatus, string[]> = { clean: [], dirty: [], unknown: [] };
  for (const { email, status } of results) groups[statusOf[status] ?? 'unknown'].push(email);
  return groups;
}

function fromGroups(value: unknown): unknown[] {
  const groups = fieldsOf(value);
  return ['clean', 'dirty', 'unknown'].flatMap((status) => {
    const emails = groups[status];
    return Array.isArray(emails) ? emails.map((email: unknown) => ({ email, status })) : [];
  });
}

/** Translates a known word; passes on words that a newer service adds. */
function translate(words: Readonly<Record<string, string | undefined>>, word: unknown): unknown {
  return typeof word === 'string' && Object.hasOwn(words, word) ? words[word] : word;
}
