import type { Mailrig, VerifyManyOptions } from 'mailrig';
import { readAddresses } from './addresses.ts';
import { type Progress, type ProgressStream, showProgress } from './progress.ts';
import { ResultsFile } from './results-file.ts';

/** What a start came to. */
export interface Summary {
  /** Addresses that had a result from an earlier start. */
  readonly before: number;
  /** Addresses that this start verified. */
  readonly verified: number;
  /** Credits that this start took. */
  readonly credits: number;
}

export interface VerifyOptions extends Pick<VerifyManyOptions, 'signal' | 'pollInterval'> {
  /** Where the progress goes. */
  readonly stream: ProgressStream;
}

/**
 * Verifies the addresses of `input` that have no result in `output` yet, and appends each result as
 * it comes. After a failure, an abort or a kill, the next call goes on where this one stopped.
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
 * A start that was killed leaves batches behind that are paid for. Once they are complete, their
 * addresses cost nothing for 24 hours.
 */
async function waitForOpenBatches(mail: Mailrig, options: Omit<VerifyOptions, 'stream'>): Promise<void> {
  for (const status of ['pending', 'processing'] as const) {
    const { items } = await mail.verification.list({ status }, { signal: options.signal });
    await Promise.allSettled(items.map(({ id }) => mail.verification.waitForBatch(id, options)));
  }
}
