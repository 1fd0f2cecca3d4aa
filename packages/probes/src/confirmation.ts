import type { Answer } from './answer.ts';
import type { Asked } from './ask.ts';
import { type Finding, valueOf } from './finding.ts';
import type { Found } from './findings.ts';
import type { Answers } from './probe.ts';
import { type RequestName, requests } from './requests.ts';

/**
 * The answers, and the same twice more with new answers to these requests, if they are reads of the tier `observe`.
 * Each is sent twice in a row: of two servers that answer by turns, each answers it once.
 */
export async function repeated(asked: Asked, names: readonly RequestName[]): Promise<readonly Answers[]> {
  const rounds: Partial<Record<RequestName, Answer>>[] = [{ ...asked.answers }, { ...asked.answers }];
  for (const name of new Set(names)) {
    const { tier, method } = requests[name] ?? {};
    if (tier !== 'observe' || method !== 'GET' || !asked.answers[name]) continue;
    for (const answers of rounds) {
      const answer = await asked.again(name);
      if (answer) answers[name] = answer;
    }
  }
  return rounds;
}

/** The finding, or a contradiction if repeated requests show something else. */
export function confirmed({ probe, finding }: Found, rounds: readonly Answers[]): Finding {
  if (finding.kind === 'contradictory') return finding;
  const later = rounds
    .map((answers) => probe.conclude(answers))
    .find((one) => one.kind !== 'undetermined' && valueOf(one) !== valueOf(finding));
  if (!later) return finding;
  const reason = `the same requests showed ${valueOf(finding)}, and later ${valueOf(later)}`;
  return { kind: 'contradictory', reason };
}
