import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type Decision,
  type DecisionPart,
  type Documented,
  type Seen,
  standingOf,
  standings,
  type WireOption,
  wireOptions,
} from '../src/index.ts';
import { decisionParts, decisions } from '../src/decisions.ts';
import type { Shape } from '../src/types/shape.ts';

const text = z.string();
const note = z.exactOptional(text);
const documented = z.strictObject({
  kind: z.literal('documented'),
  source: text,
  note,
} satisfies Shape<Documented>);
const seen = z.strictObject({
  kind: z.enum(['observed', 'contradicted']),
  seenIn: z.enum(['publication', 'deployment']),
  source: text,
  date: z.string().check(z.regex(/^\d{4}-\d{2}/)),
  seen: text,
  note,
} satisfies Shape<Seen>);
const parts = z.array(
  z.strictObject({
    title: text,
    decisions: z.array(
      z.strictObject({
        id: z.templateLiteral(['A', z.int()]),
        title: text,
        document: text,
        options: z.exactOptional(z.array(text)),
        answer: text,
        client: z.exactOptional(text),
        wire: z.exactOptional(
          z.strictObject({ option: z.enum(Object.keys(wireOptions) as WireOption[]), meaning: text }),
        ),
        evidence: z.union([
          z.tuple([z.strictObject({ kind: z.literal('assumed'), note })]),
          z.tuple([z.union([documented, seen])], z.union([documented, seen])),
        ]),
      } satisfies Shape<Decision>),
    ),
  } satisfies Shape<DecisionPart>),
);

test('every entry of the ledger has the fields of a decision, and no other', () => {
  expect(z.prettifyError(parts.safeParse(decisionParts).error ?? new z.core.$ZodError([]))).toBe('');
});

const texts = ({ title, document, answer, client, wire, evidence }: Decision) =>
  [
    title,
    document,
    answer,
    client,
    wire?.meaning,
    ...evidence.flatMap((item) => [
      item.note,
      'source' in item ? item.source : undefined,
      'seen' in item ? item.seen : undefined,
    ]),
  ].filter((one) => one !== undefined);

test('the ledger has the decisions A1 to A135, in order and without repeats', () => {
  const numbers = Array.from({ length: 135 }, (_, index) => `A${index + 1}`);
  expect(decisions.map(({ id }) => id)).toEqual(numbers);
});

test('every decision is in one part of the ledger', () => {
  const ids = decisionParts.flatMap((part) => part.decisions.map(({ id }) => id));
  expect(new Set(ids)).toEqual(new Set(decisions.map(({ id }) => id)));
  expect(ids).toHaveLength(decisions.length);
});

test('every text is present, closes its backticks and has no stray blanks', () => {
  for (const decision of decisions) {
    for (const one of texts(decision)) {
      expect(one.trim()).toBe(one);
      expect(one).not.toBe('');
      expect(one.split('`').length % 2).toBe(1);
    }
  }
});

test('every answer consists of whole sentences', () => {
  for (const { answer, client = '.', document } of decisions) {
    for (const one of [answer, client, document]) expect(one).toMatch(/[.?]$/);
  }
});

test('every decision has evidence, and the ledger has decisions of every standing', () => {
  for (const { evidence, id } of decisions) expect(evidence.length, id).toBeGreaterThan(0);
  const found = new Set(decisions.map(({ evidence }) => standingOf(evidence)));
  expect([...standings].filter((standing) => !found.has(standing))).toEqual([]);
});

test('all that was observed or contradicts an answer has a source, a month and a whole sentence', () => {
  const seen = decisions.flatMap(({ evidence }) => evidence.filter((item) => 'seen' in item));
  expect(seen.length).toBeGreaterThan(0);
  for (const item of seen) {
    expect(item).toMatchObject({
      source: expect.stringMatching(/\w[^.]*$/),
      date: expect.stringMatching(/^\d{4}-(0[1-9]|1[0-2])$/),
      seen: expect.stringMatching(/\.$/),
    });
  }
});

test('only an answer about which the document says something is documented', () => {
  const silent = decisions.filter(({ document }) => document.startsWith('Not specified'));
  const documented = silent.filter(({ evidence }) => evidence.some(({ kind }) => kind === 'documented'));
  expect(documented.map(({ id }) => id)).toEqual([]);
});

test('the ledger itself claims nothing about a deployment', () => {
  const claims = decisions.filter(({ evidence }) =>
    evidence.some((item) => 'seenIn' in item && item.seenIn === 'deployment'),
  );
  expect(claims.map(({ id }) => id)).toEqual([]);
});

test('each wire option has one decision, which says what each value but the default means', () => {
  const options = decisions.flatMap(({ wire }) => wire?.option ?? []);
  expect(options.toSorted()).toEqual(Object.keys(wireOptions).toSorted());
  for (const { id, wire } of decisions) {
    // One option has the values of another, and refers to it.
    if (!wire || wire.meaning.startsWith('As for `')) continue;
    const [, ...others]: readonly string[] = wireOptions[wire.option];
    for (const value of others) expect(wire.meaning, id).toContain(`\`${value}\``);
  }
});

test('every wire option has at least two distinct values', () => {
  for (const values of Object.values<readonly string[]>(wireOptions)) {
    expect(new Set(values).size).toBe(values.length);
    expect(values.length).toBeGreaterThan(1);
  }
});
