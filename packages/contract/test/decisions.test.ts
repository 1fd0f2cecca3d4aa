import { expect, test } from 'vitest';
import { type Decision, decisionParts, decisions } from '../src/index.ts';

const texts = ({ title, document, answer, client, wire }: Decision) =>
  [title, document, answer, client, wire?.meaning].filter((text) => text !== undefined);

test('the ledger has the decisions A1 to A128, in order and without repeats', () => {
  const numbers = Array.from({ length: 128 }, (_, index) => `A${index + 1}`);
  expect(decisions.map(({ id }) => id)).toEqual(numbers);
});

test('every decision is in one part of the ledger', () => {
  expect(decisionParts.flatMap((part) => part.decisions)).toEqual(decisions);
});

test('no two decisions share a short name', () => {
  expect(new Set(decisions.map(({ slug }) => slug)).size).toBe(decisions.length);
  for (const { slug } of decisions) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('every text is present, closes its backticks and has no stray blanks', () => {
  for (const decision of decisions) {
    for (const text of texts(decision)) {
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
      expect(text.split('`').length % 2).toBe(1);
    }
  }
});

test('every answer consists of whole sentences', () => {
  for (const { answer, client = '.', document } of decisions) {
    for (const text of [answer, client, document]) expect(text).toMatch(/[.?]$/);
  }
});

test('the ledger defines the wire options, the default first', () => {
  const options = Object.fromEntries(
    decisions.flatMap(({ wire }) => (wire ? [[wire.option, wire.values]] : [])),
  );
  expect(options).toEqual({
    authError: ['enveloped', 'bare'],
    nulls: ['omit', 'explicit'],
    ids: ['prefixed', 'unprefixed'],
    successStatus: ['rest', '200'],
    rateLimitCode: ['present', 'absent'],
    pageContainer: ['named', 'bare', 'nested'],
    listsContainer: ['bare', 'paginated', 'nested'],
    sendResult: ['full', 'minimal', 'reference'],
    replay: ['skipped', 'verbatim', 'conflict'],
    sendErrorStatus: ['400', 'semantic'],
    confirmResult: ['null', 'record'],
    uploadToken: ['absent', 'present'],
    listCounters: ['both', 'totals', 'contactCount'],
    listFields: ['array', 'map'],
    contactListFields: ['map', 'array'],
    verification: ['full', 'minimal', 'rich'],
    batchImmediate: ['without-id', 'with-id'],
    batchResults: ['grouped', 'items'],
    analytics: ['both', 'clean', 'valid'],
    listCounting: ['by-status', 'active-or-suppressed'],
    emailContainer: ['named', 'bare'],
  });
});

test('every wire option has at least two distinct values', () => {
  for (const { values } of decisions.flatMap(({ wire }) => wire ?? [])) {
    expect(new Set(values).size).toBe(values.length);
    expect(values.length).toBeGreaterThan(1);
  }
});
