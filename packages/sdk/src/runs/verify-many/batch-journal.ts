import type { VerificationResult } from '@mailrig/contract';
import { addressKey } from '../../endpoints/addresses.ts';
import type { OpenJournal } from '../journals/journal.ts';

/** A batch of a run. It is journaled before it is submitted. */
export interface RunBatch {
  /** Number of the batch in its run, from 1. */
  readonly number: number;
  readonly emails: readonly string[];
  /** When it was last submitted, in milliseconds since 1970. */
  sentAt: number;
  /** Id of a verification that is older. `null` if there was none. */
  after: string | null;
  /** Whether the service may have it, but its response is not known. */
  isLost: boolean;
  id?: string | undefined;
  creditsDeducted?: number;
  /** Results that came with the receipt, if the batch has no id (A103). */
  results?: readonly VerificationResult[] | undefined;
}

/** Entry of the journal: a submission, a receipt, or a batch that does not exist or failed. */
interface BatchEntry {
  readonly batch: number;
  readonly at?: number;
  readonly after?: string | null;
  readonly emails?: readonly string[];
  readonly id?: string;
  readonly credits?: number;
  readonly results?: readonly VerificationResult[];
  readonly gone?: true;
}

/** The batches of a run, as its journal has them. */
export type BatchJournal = ReturnType<typeof batchJournalOf>;

/** Writes the batches of a run to its journal, and reads them. */
export function batchJournalOf(journal: OpenJournal) {
  const batches = new Map<number, RunBatch>();
  const byAddress = new Map<string, RunBatch>();
  let count = 0;

  const read = ({ batch: number, at, after = null, emails, id, credits, results, gone }: BatchEntry) => {
    count = Math.max(count, number);
    const batch = batches.get(number);
    if (gone) batches.delete(number);
    else if (at !== undefined && emails)
      batches.set(number, { number, emails, sentAt: at, after, isLost: true });
    else if (batch && credits !== undefined) {
      Object.assign(batch, { id, results, creditsDeducted: credits, isLost: false });
    }
  };

  return {
    /** Reads the batches of earlier starts. */
    async replay(): Promise<readonly RunBatch[]> {
      for await (const entry of journal.replay()) read(entry as unknown as BatchEntry);
      for (const batch of batches.values()) {
        for (const email of batch.emails) byAddress.set(addressKey(email), batch);
      }
      return [...batches.values()];
    },

    /** The batch of an earlier start that has this address. */
    batchWith: (key: string): RunBatch | undefined => byAddress.get(key),

    create(emails: readonly string[]): RunBatch {
      count += 1;
      return { number: count, emails, sentAt: 0, after: null, isLost: false };
    },

    /** Stores that a batch is about to be submitted. */
    submitting: ({ number: batch, emails, sentAt: at, after }: RunBatch): Promise<void> =>
      journal.write({ batch, at, after, emails }),

    /** Stores the receipt of a batch. */
    submitted: ({ number: batch, id, creditsDeducted: credits, results }: RunBatch): Promise<void> =>
      journal.write({ batch, credits, ...(id === undefined ? { results } : { id }) }),

    /** Stores that the addresses of a batch have to be submitted again. */
    gone: ({ number: batch }: RunBatch): void => journal.note({ batch, gone: true }),
  };
}
