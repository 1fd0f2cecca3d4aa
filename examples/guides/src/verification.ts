import { InsufficientCreditsError, type Mailrig, VerificationFailedError } from 'mailrig';

// #region one
/** Whether an address is worth a confirmation mail. */
export async function looksGood(mail: Mailrig, address: string): Promise<boolean> {
  const { status, details } = await mail.verification.verify(address);
  return status !== 'dirty' && details?.isDisposable !== true;
}
// #endregion one

// #region many
/** The addresses of a list of any length that mail may go to. */
export async function cleaned(
  mail: Mailrig,
  addresses: Iterable<string> | AsyncIterable<string>,
): Promise<string[]> {
  const clean: string[] = [];
  const run = mail.verification.verifyMany(addresses);
  try {
    for await (const { email, status } of run) if (status === 'clean') clean.push(email);
  } catch (error) {
    if (!(error instanceof InsufficientCreditsError)) throw error;
    console.error('credits ran out after', run.creditsDeducted);
  }
  return clean;
}
// #endregion many

// #region batch
/** Submits a batch and waits for it; the id is worth keeping where the program may be stopped. */
export async function verifyBatch(
  mail: Mailrig,
  addresses: readonly string[],
  keep: (verificationId: string) => void,
): Promise<readonly string[]> {
  const batch = await mail.verification.createBatch(addresses);
  if (batch.verificationId !== undefined) keep(batch.verificationId);
  return waited(mail, batch);
}

/** Goes on waiting for a batch that an earlier run submitted. */
export async function waited(
  mail: Mailrig,
  batch: Parameters<Mailrig['verification']['waitForBatch']>[0],
): Promise<readonly string[]> {
  try {
    const { groups } = await mail.verification.waitForBatch(batch, {
      timeout: 3_600_000,
      onProgress: ({ progress }) => console.log(`${progress} %`),
    });
    return groups.clean;
  } catch (error) {
    if (error instanceof VerificationFailedError) console.error('submit the batch again');
    throw error;
  }
}
// #endregion batch
