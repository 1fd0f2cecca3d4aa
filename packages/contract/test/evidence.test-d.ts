import { expectTypeOf, test } from 'vitest';
import type { EvidenceList, Seen, Standing } from '../src/index.ts';

const seen: Seen = {
  kind: 'observed',
  seenIn: 'publication',
  source: 'published client in Go',
  date: '2026-11',
  seen: 'The client reads an array.',
};

test('every decision needs evidence', () => {
  // @ts-expect-error -- an empty list
  const none: EvidenceList = [];
  expectTypeOf(none).toEqualTypeOf<EvidenceList>();
});

test('what was seen has a source and a date', () => {
  const { source, ...withoutSource } = seen;
  const { date, ...withoutDate } = seen;
  expectTypeOf(source).toBeString();
  expectTypeOf(date).toBeString();
  expectTypeOf(withoutSource).not.toExtend<EvidenceList[number]>();
  expectTypeOf(withoutDate).not.toExtend<EvidenceList[number]>();
});

test('an assumption stands alone', () => {
  expectTypeOf<readonly [{ readonly kind: 'assumed' }]>().toExtend<EvidenceList>();
  expectTypeOf<readonly [Seen, { readonly kind: 'assumed' }]>().not.toExtend<EvidenceList>();
  expectTypeOf<readonly [{ readonly kind: 'assumed' }, Seen]>().not.toExtend<EvidenceList>();
});

test('the standings are the kinds of evidence', () => {
  expectTypeOf<Standing>().toEqualTypeOf<'documented' | 'observed' | 'contradicted' | 'assumed'>();
});
