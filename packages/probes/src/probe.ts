import { decisions, type FormOption, type Sign, signs, type WireOption } from '@mailrig/contract';
import { type Answer, dataOf, outcomeOf, succeeded } from './answer.ts';
import { agreed, type Finding, shows, showsOther } from './finding.ts';
import { type RequestName, requests } from './requests.ts';
import { type Tier, tiers } from './tier.ts';

/** One observation of a deployment from outside: what it asks, and what it makes of the answers. */
export interface Probe {
  /** Short name, for example `page-container`. */
  readonly name: string;
  /** The question that it answers. */
  readonly question: string;
  /** The lowest tier that sends anything it can use. */
  readonly tier: Tier;
  /** Statements of the document that it tests, for example `R29`. If there are any, `expected` is documented. */
  readonly requirements: readonly `R${number}`[];
  /** Decisions that it speaks about, for example `A29`. */
  readonly decisions: readonly `A${number}`[];
  /** The wire option whose value it finds. */
  readonly option?: WireOption;
  /** The value that the document promises or a decision chose. Absent if several are documented. */
  readonly expected?: string;
  /** The requests whose answers it uses. */
  readonly reads: readonly RequestName[];
  /** Whether it needs the answers to all of them, or to at least one. */
  readonly needs: 'all' | 'one';
  /** What the answers show. */
  readonly conclude: (answers: Answers) => Finding;
}

/** Answers by the name of their request. */
export type Answers = Readonly<Partial<Record<RequestName, Answer>>>;

type Row = Omit<Probe, 'tier' | 'requirements' | 'decisions' | 'reads' | 'needs' | 'conclude'> &
  Partial<Pick<Probe, 'requirements' | 'decisions'>>;

/** A probe that needs the answer to one request. */
export function probe({
  reads,
  conclude,
  ...row
}: Row & { readonly reads: RequestName; readonly conclude: (answer: Answer) => Finding }): Probe {
  return allOf({ ...row, reads: [reads], conclude: ([answer]) => conclude(answer) });
}

/** A probe that needs the answers to several requests. */
export function allOf<const Names extends readonly RequestName[]>({
  conclude,
  ...row
}: Row & {
  readonly reads: Names;
  readonly conclude: (answers: { readonly [Index in keyof Names]: Answer }) => Finding;
}): Probe {
  // It is asked only if there are all of them.
  const all = (answers: Answers) =>
    row.reads.map((name) => answers[name]) as { [Index in keyof Names]: Answer };
  return withTier({ ...row, needs: 'all', conclude: (answers) => conclude(all(answers)) });
}

/** A probe that needs at least one answer. */
export function anyOf({
  conclude,
  ...row
}: Row & {
  readonly reads: readonly RequestName[];
  readonly conclude: (answers: readonly Answer[]) => Finding;
}): Probe {
  return eachOf({
    ...row,
    conclude: (answers) => conclude(row.reads.flatMap((name) => answers[name] ?? [])),
  });
}

/** The same for a probe that has to know which answer is which. */
export function eachOf(row: Row & Pick<Probe, 'reads' | 'conclude'>): Probe {
  return withTier({ ...row, needs: 'one' });
}

/** A probe that finds the value of a wire option by the forms that successes, or parts of them, have. */
export function formOf({
  option,
  reads,
  parts = (answer) => [dataOf(answer)],
  silent,
  ...row
}: Omit<Row, 'decisions'> & {
  readonly option: FormOption;
  readonly reads: readonly RequestName[];
  /** Where to look in an answer. Default: its payload. */
  readonly parts?: (answer: Answer, name: RequestName) => readonly unknown[];
  /** What it means that there is no such part. */
  readonly silent: string;
}): Probe {
  const known: Readonly<Record<string, Sign>> = signs[option];
  return eachOf({
    ...row,
    option,
    decisions: decisions.flatMap(({ id, wire }) => (wire?.option === option ? id : [])),
    reads,
    conclude: (answers) => {
      const found = reads.flatMap((name) => {
        const answer = answers[name];
        return answer && succeeded(answer) ? parts(answer, name) : [];
      });
      const forms = found.map((part) => Object.keys(known).filter((value) => known[value]?.takes(part)));
      if (forms.some(({ length }) => length === 0))
        return showsOther(`an answer has no known form of ${option}`);
      const shown = forms.map(([value, another]) => (another === undefined ? value : undefined));
      return agreed(shown, (value) => known[value]?.words ?? value, silent);
    },
  });
}

function withTier(row: Row & Pick<Probe, 'reads' | 'needs' | 'conclude'>): Probe {
  const tier = tiers.find((one) => row.reads.some((name) => requests[name]?.tier === one)) ?? 'observe';
  return { requirements: [], decisions: [], ...row, tier };
}

type OutcomeRow = Omit<Row, 'question' | 'expected'> & {
  /** What is answered, for example `a request without a key`. */
  readonly subject: string;
  readonly reads: RequestName;
  readonly expected: string;
};

/** A probe whose value is the status and error code of an answer: `400 VALIDATION_ERROR`. */
export function outcome({ subject, ...row }: OutcomeRow): Probe {
  return answered(subject, row, outcomeOf);
}

/** A probe whose value is the status of an answer: `404`. */
export function statusOf({ subject, ...row }: OutcomeRow): Probe {
  return answered(subject, row, ({ status }) => String(status));
}

function answered(
  subject: string,
  row: Omit<OutcomeRow, 'subject'>,
  valueOf: (answer: Answer) => string,
): Probe {
  return probe({
    ...row,
    question: `What does ${subject} get?`,
    conclude: (answer) => shows(valueOf(answer), `${subject} got ${outcomeOf(answer)}`),
  });
}
