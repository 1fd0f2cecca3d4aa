import type { WireOption } from '@mailrig/contract';
import { type Answer, outcomeOf } from './answer.ts';
import { type Finding, shows, undetermined } from './finding.ts';
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
  /** What the answers show. An answer is missing if its request was not sent or answered nothing of use. */
  readonly conclude: (answers: Answers) => Finding;
}

/** Answers by the name of their request. */
export type Answers = Readonly<Partial<Record<RequestName, Answer>>>;

type Row = Omit<Probe, 'tier' | 'requirements' | 'decisions' | 'reads' | 'conclude'> &
  Partial<Pick<Probe, 'requirements' | 'decisions'>>;

/** A probe that needs the answer to one request. */
export function probe(
  row: Row & { readonly reads: RequestName; readonly conclude: (answer: Answer) => Finding },
): Probe {
  const { reads, conclude } = row;
  return combined({
    ...row,
    reads: [reads],
    conclude: (answers) => {
      const answer = answers[reads];
      return answer ? conclude(answer) : undetermined(`no answer to ${reads}`);
    },
  });
}

/** A probe that makes do with whichever answers there are; there is at least one. */
export function anyOf(
  row: Row & {
    readonly reads: readonly RequestName[];
    readonly conclude: (answers: readonly Answer[]) => Finding;
  },
): Probe {
  const { reads, conclude } = row;
  return combined({ ...row, conclude: (answers) => conclude(reads.flatMap((name) => answers[name] ?? [])) });
}

/** A probe that compares the answers to several requests. */
export function combined(row: Row & Pick<Probe, 'reads' | 'conclude'>): Probe {
  const tier = tiers.find((one) => row.reads.some((name) => requests[name].tier === one)) ?? 'observe';
  return { requirements: [], decisions: [], ...row, tier };
}

/** A probe whose value is the status and error code of one answer: `400 VALIDATION_ERROR`. */
export function outcome(row: Row & { readonly reads: RequestName; readonly expected: string }): Probe {
  return probe({
    ...row,
    conclude: (answer) => shows(outcomeOf(answer), `${row.reads} was answered with ${outcomeOf(answer)}`),
  });
}
