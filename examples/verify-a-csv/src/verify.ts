import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Mailrig, VerifyManyOptions, VerifyManySummary } from 'mailrig';
import { fileJournal } from 'mailrig/node';
import { readAddresses } from './addresses.ts';
import { type ProgressStream, showProgress } from './progress.ts';

export interface VerifyOptions extends Pick<VerifyManyOptions, 'signal' | 'pollInterval'> {
  /** The stream to show progress on. */
  readonly stream: ProgressStream;
}

/**
 * Verifies the addresses in `input` and writes a line for each into `output`. After a failure, an abort or a
 * kill, the next call writes all lines again, and pays only for addresses that are not in the journal.
 */
export async function verifyFile(
  mail: Mailrig,
  input: string,
  output: string,
  { stream, ...options }: VerifyOptions,
): Promise<VerifyManySummary> {
  const addresses = await readAddresses(input);
  const progress = showProgress(stream, addresses.length);
  const journal = fileJournal(`${output}.journal`);
  const run = mail.verification.verifyMany(addresses, { ...options, journal, onProgress: progress.update });
  const file = createWriteStream(output);
  file.write('email,status,result\n');
  try {
    for await (const { item, ...result } of run) {
      const columns = result.ok ? [result.value.status, result.value.result ?? ''] : ['', result.error.code];
      file.write(`${[item, ...columns].map(quoted).join(',')}\n`);
    }
    return run.summary;
  } finally {
    progress.end();
    file.end();
    await finished(file);
  }
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
