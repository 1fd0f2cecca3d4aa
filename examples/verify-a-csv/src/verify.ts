import type { Mailrig, VerifyManyOptions } from 'mailrig';
import { readAddresses } from './addresses.ts';
import { type Progress, type ProgressStream, showProgress } from './progress.ts';
import { ResultsFile } from './results-file.ts';

/** The result of a run. */
export interface Summary {
  /** Addresses with a result from an earlier run. */
  readonly before: number;
  /** Addresses verified by this run. */
  readonly verified: number;
  /** Credits spent by this run. */
  readonly credits: number;
}

export interface VerifyOptions extends Pick<VerifyManyOptions, 'signal' | 'pollInterval'> {
  /** The stream to show progress on. */
  readonly stream: ProgressStream;
}

/**
 * Verifies the addresses in `input` that have no result in `output` yet, and appends each result as it
 * arrives. After a failure, an abort or a kill, the next call continues from there.
 */
export async function verifyFile(
  mail: Mailrig,
  input: string,
  output: string,
  { stream, ...options }: VerifyOptions,
): Promise<Summary> {
  const addresses = await readAddresses(input);
  const results = new ResultsFile(output);
  const before = results.size;
  const open = addresses.filter((email) => !results.has(email));
  let progress: Progress | undefined;
  let verified = 0;
  try {
    if (before > 0 && open.length > 0) await waitForOpenBatches(mail, options);
    const run = mail.verification.verifyMany(open, options);
    progress = showProgress(stream, { total: addresses.length, before });
    for await (const result of run) {
      results.append(result);
      verified += 1;
      progress.update(before + verified);
    }
    return { before, verified, credits: run.creditsDeducted };
  } finally {
    progress?.end();
    results.close();
  }
}

/**
 * Waits for batches that a killed run had already paid for. Once they are complete, their addresses are
 * free for 24 hours.
 */
async function waitForOpenBatches(mail: Mailrig, options: Omit<VerifyOptions, 'stream'>): Promise<void> {
  for (const status of ['pending', 'processing'] as const) {
    const { items } = await mail.verification.list({ status }, { signal: options.signal });
    await Promise.allSettled(items.map(({ id }) => mail.verification.waitForBatch(id, options)));
  }
}
