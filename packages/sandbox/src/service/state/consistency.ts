/* The checks of `sandbox.check()` that compare records with each other; `Table.checking` compares indices with records. */
import type { Due } from '../kernel/due-queue.ts';
import type { Account, CreditEntry, VerificationRecord } from './records.ts';

/** Adds up the ledger of an account, oldest entry first; returns the differences from its balance. */
export function recountCredits({ id, credits }: Account, ledger: readonly CreditEntry[]): string[] {
  let sum = 0;
  const wrong = ledger.find(({ position, change, balance }, index) => {
    sum += change;
    return position !== index || balance !== sum || balance < 0;
  });
  if (wrong) return [`creditEntries: entry ${wrong.position} of ${id} does not add up`];
  return credits === sum ? [] : [`accounts: ${id} has ${credits} credits, its ledger ${sum}`];
}

/** Recounts progress, results and planned steps of every verification. */
export function recountVerifications(
  verifications: readonly VerificationRecord[],
  due: readonly Due[],
): string[] {
  const planned = Map.groupBy(
    due.filter(({ kind }) => kind.startsWith('verification.')),
    ({ id }) => id,
  );
  return verifications.flatMap((verification) => {
    const { id, status, emails, findings, queue, turns } = verification;
    const isOpen = status === 'pending' || status === 'processing';
    const found = findings.filter((finding) => finding !== null).length;
    const problems: string[] = [];
    if (found !== emails.length - queue.length + turns) problems.push('progress does not match its findings');
    if (!tallies(verification)) problems.push('has counts that do not match its findings');
    if (isOpen && planned.get(id)?.length !== 1) problems.push('is open without exactly one planned step');
    return problems.map((problem) => `verifications: ${id} ${problem}`);
  });
}

function tallies({ status, findings, tally }: VerificationRecord): boolean {
  if (!tally) return status !== 'completed';
  const counts = Object.entries(tally);
  return (
    status === 'completed' &&
    findings.length === counts.reduce((sum, [, count]) => sum + count, 0) &&
    counts.every(
      ([result, count]) => count === findings.filter((finding) => finding?.result === result).length,
    )
  );
}
