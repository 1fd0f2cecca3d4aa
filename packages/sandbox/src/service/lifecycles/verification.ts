import type { VerificationStatus } from '@mailrig/contract';
import { machine } from './transition.ts';

/** Events of a batch of addresses. */
export type VerificationEventType = 'started' | 'completed' | 'failed';

/** The transitions of a verification (A107). One whose addresses are all cached is completed from the start. */
export const verificationTransitions = machine<VerificationStatus, VerificationEventType>(
  ['pending', 'started', 'processing', '250 ms after it was submitted'],
  ['pending', 'completed', 'completed', 'it is started and completed in one step (control plane)'],
  ['pending', 'failed', 'failed', 'it fails before it starts (control plane)'],
  ['processing', 'completed', 'completed', 'every address that was not cached took 1,000 ms'],
  ['processing', 'failed', 'failed', 'an address at batch-fail.test is verified'],
);

/** How long the parts of a batch take, in milliseconds. */
export interface VerificationTiming {
  /** From its submission to its start. */
  readonly pending: number;
  /** The turn of each address that was not cached when it was submitted. */
  readonly perEmail: number;
}

export const verificationTiming: VerificationTiming = { pending: 250, perEmail: 1_000 };
