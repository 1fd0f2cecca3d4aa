import type { VerificationStatus } from '@mailrig/contract';
import type { Transition } from './transition.ts';

/** Events of a batch of addresses. */
export type VerificationEventType = 'started' | 'completed' | 'failed';

/**
 * How a verification moves (A107). `completed` and `failed` are final. A single
 * verification, and a batch of cached addresses only, is completed from the start.
 */
export const verificationTransitions: readonly Transition<VerificationStatus, VerificationEventType>[] = [
  { from: 'pending', on: 'started', to: 'processing', when: '250 ms after it was submitted' },
  {
    from: 'pending',
    on: 'completed',
    to: 'completed',
    when: 'it is started and completed in one step (control plane)',
  },
  { from: 'pending', on: 'failed', to: 'failed', when: 'it fails before it starts (control plane)' },
  {
    from: 'processing',
    on: 'completed',
    to: 'completed',
    when: 'every address that was not cached had its turn of 1,000 ms',
  },
  {
    from: 'processing',
    on: 'failed',
    to: 'failed',
    when: 'an address at batch-fail.test has its turn',
  },
];

/** How long the parts of a batch take, in milliseconds. */
export interface VerificationTiming {
  /** From its submission to its start. */
  readonly pending: number;
  /** The turn of each address that was not cached when it was submitted. */
  readonly perEmail: number;
}

export const verificationTiming: VerificationTiming = { pending: 250, perEmail: 1_000 };
