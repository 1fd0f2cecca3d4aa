import { expect, test } from 'vitest';
import {
  type Assumed,
  type Documented,
  type EvidenceList,
  type Observation,
  type Seen,
  type Standing,
  standingOf,
  withObservations,
} from '../src/index.ts';
import { decisions } from '../src/decisions.ts';

const assumed: Assumed = { kind: 'assumed' };
const documented: Documented = { kind: 'documented', source: 'table of limits' };
const published = (kind: Seen['kind']): Seen => ({
  kind,
  seenIn: 'publication',
  source: 'published client in Go',
  date: '2026-11',
  seen: 'The client reads an array.',
});
const deployed = (kind: Seen['kind']): Seen => ({
  kind,
  seenIn: 'deployment',
  source: 'GET /emails of https://mail.example.com',
  date: '2027-01-31',
  seen: 'The array is at `data.data`.',
});

test.for<[promise: string, evidence: EvidenceList, standing: Standing]>([
  ['a choice without evidence is assumed', [assumed], 'assumed'],
  ['a text of the document makes an answer documented', [documented], 'documented'],
  ['an observation counts more than the document', [documented, published('observed')], 'observed'],
  [
    'a contradiction counts more than all that supports an answer',
    [published('contradicted'), documented, published('observed')],
    'contradicted',
  ],
  [
    'a deployment that agrees outweighs publications that contradict',
    [documented, published('contradicted'), deployed('observed')],
    'observed',
  ],
  [
    'a deployment that differs outweighs everything else',
    [documented, published('observed'), deployed('contradicted')],
    'contradicted',
  ],
  [
    'a deployment that contradicts itself contradicts the answer',
    [deployed('observed'), deployed('contradicted')],
    'contradicted',
  ],
])('%s', ([, evidence, standing]) => {
  expect(standingOf(evidence)).toBe(standing);
});

const observation: Observation = {
  decision: 'A4',
  agrees: true,
  seen: 'A request without a key and with a wrong body is a 401.',
  source: 'POST /emails of https://mail.example.com',
  date: '2027-01-31T09:00:00.000Z',
};
const evidenceOf = (id: string, ledger = decisions) =>
  ledger.find((decision) => decision.id === id)?.evidence;

test('an observation that agrees takes the place of an assumption', () => {
  const { decision, agrees, ...rest } = observation;
  expect(evidenceOf(decision)).toEqual([assumed]);
  expect(agrees).toBe(true);
  expect(evidenceOf(decision, withObservations(decisions, [observation]))).toEqual([
    { kind: 'observed', seenIn: 'deployment', ...rest },
  ]);
});

test('an observation that does not agree contradicts the answer', () => {
  const [first] = evidenceOf('A4', withObservations(decisions, [{ ...observation, agrees: false }])) ?? [];
  expect(first).toMatchObject({ kind: 'contradicted', seen: observation.seen, date: observation.date });
});

test('observations come before the earlier findings, in their order, and all are kept', () => {
  const earlier = evidenceOf('A29') ?? [];
  const twice: readonly Observation[] = [
    { ...observation, decision: 'A29', seen: 'Emails are at `data.data`.' },
    { ...observation, decision: 'A29', seen: 'Contacts are at `contacts`.', agrees: false },
  ];
  const evidence = evidenceOf('A29', withObservations(decisions, twice)) ?? [];
  expect(evidence).toMatchObject([
    { kind: 'observed', seen: 'Emails are at `data.data`.' },
    { kind: 'contradicted', seen: 'Contacts are at `contacts`.' },
    ...earlier,
  ]);
});

test('observations change neither the ledger they are added to nor its other decisions', () => {
  const before = structuredClone(decisions);
  const after = withObservations(decisions, [observation]);
  expect(decisions).toEqual(before);
  expect(after.filter(({ id }) => id !== 'A4')).toEqual(before.filter(({ id }) => id !== 'A4'));
});

test('an observation of a decision that does not exist is refused with its number', () => {
  expect(() => withObservations(decisions, [{ ...observation, decision: 'A999' }])).toThrow(
    /A999.*"decision"/,
  );
});
