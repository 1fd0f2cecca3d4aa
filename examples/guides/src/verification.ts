import { InsufficientCreditsError, type Mailrig, type RunSource, VerificationFailedError } from 'mailrig';

// #region one
/** Whether to send this address a confirmation email. */
export async function looksGood(mail: Mailrig, address: string): Promise<boolean> {
  const { status, details } = await mail.verification.verify(address);
  return status !== 'dirty' && details?.isDisposable !== true;
}
// #endregion one

// #region many
/** Keeps the addresses that are safe to send to, from a list of any length. */
export async function cleaned(mail: Mailrig, addresses: RunSource<string>): Promise<string[]> {
  const clean = new Set<string>();
  const run = mail.verification.verifyMany(addresses);
  try {
    for await (const result of run) {
      if (result.ok && result.value.status === 'clean') clean.add(result.value.email);
    }
  } catch (error) {
    if (!(error instanceof InsufficientCreditsError)) throw error;
    console.error('out of credits after spending', run.summary.creditsDeducted);
  }
  return [...clean];
}
// #endregion many

// #region batch
/** Submits a batch and waits for it. Store the id if your program might be stopped. */
export async function verifyBatch(
  mail: Mailrig,
  addresses: readonly string[],
  keep: (verificationId: string) => void,
): Promise<readonly string[]> {
  const batch = await mail.verification.createBatch(addresses);
  if (batch.verificationId !== undefined) keep(batch.verificationId);
  return waited(mail, batch);
}

/** Waits for a batch, including one that an earlier run submitted. */
export async function waited(
  mail: Mailrig,
  batch: Parameters<Mailrig['verification']['waitForBatch']>[0],
): Promise<readonly string[]> {
  try {
    const { groups } = await mail.verification.waitForBatch(batch, {
      totalTimeout: 3_600_000,
      onProgress: ({ progress }) => console.log(`${progress} %`),
    });
    return groups.clean;
  } catch (error) {
    if (error instanceof VerificationFailedError) console.error('the batch failed: submit it again');
    throw error;
  }
}
// #endregion batch
