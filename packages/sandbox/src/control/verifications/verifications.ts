import {
  type AddressResult,
  addressResults,
  environments,
  groupResults,
  oneOf,
  type Verification,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import { completeBatch, failBatch } from '../../service/rules/batches.ts';
import { forgetCached } from '../../service/rules/verified-addresses.ts';
import { type VerificationRecord, scoped } from '../../service/state/records.ts';
import { analyticsOf, resultsOf, verificationOnWire } from '../../service/wire/verification.ts';
import { accountOf, type ControlContext, ScopedControls } from '../context.ts';
import { impossible, notFound } from '../control-error.ts';
import { recordsOf, listVerb, type ListVerb, rowsOf } from '../list-verbs/list.ts';
import { textsTest } from '../list-verbs/search.ts';
import { byId, invoke, type Verb, type RecordReference } from '../verb.ts';
import {
  listVerificationResults,
  removeVerificationResult,
  setVerificationResult,
  type VerificationOutcome,
  type VerificationOutcomeView,
} from './results.ts';

/** Which verifications. */
export interface VerificationFilter {
  /** Maximum number of verifications. Default: over HTTP 50, and at most 1,000; all in TypeScript. */
  readonly limit?: number | undefined;
}

export const listVerifications: ListVerb<VerificationFilter, 'verifications', Verification> = listVerb({
  path: '/verifications',
  summary: 'Verifications of the account, single ones and batches, newest first; rows have no results',
  name: 'verifications',
  fields: {},
  find: (context) => {
    const { verifications } = context.service.store;
    const { id } = accountOf(context);
    return {
      ...recordsOf(verifications, (range) =>
        verifications.selectAll(environments.map((side) => [['environment', scoped(id, side)], range])),
      ),
      row: verificationOnWire,
      whole: verificationView,
    };
  },
});

/** Which addresses of which verification; all conditions must hold. */
export interface VerificationAddressFilter {
  /** Id of the verification (`ver_…`). */
  readonly id: string;
  /** The result, or `none` for addresses that have none yet. */
  readonly result?: AddressResult | 'none' | undefined;
  /** A search for texts in the address. */
  readonly q?: string | undefined;
}

/** One address of a verification. */
export interface VerificationAddressView {
  /** As it was submitted. */
  readonly email: string;
  /** Absent until its turn. */
  readonly result?: AddressResult;
  /** Why, in words. */
  readonly reason?: string;
  /** 0 to 100. */
  readonly riskScore?: number;
  /** Whether the result came from the cache and cost nothing. */
  readonly cached: boolean;
}

export const listVerificationAddresses: ListVerb<
  VerificationAddressFilter,
  'addresses',
  VerificationAddressView,
  VerificationAddressView,
  { readonly verification: Verification }
> = listVerb({
  path: '/verifications/{id}/addresses',
  summary: 'The addresses of a verification with their results so far, in the order of submission',
  name: 'addresses',
  fields: {
    id: z.string(),
    result: z.optional(oneOf([...addressResults, 'none'])),
    q: z.optional(z.string()),
  },
  find: (context, { id, result, q }) => {
    const verification = findVerification(context, id);
    const { emails, findings, queue } = verification;
    const fresh = new Set(queue.map(({ entry }) => entry));
    const named = textsTest<string>(q, (email) => [email]);
    const entries = emails.map(
      (email, entry) => [entry, { email, entry, finding: findings[entry] }] as const,
    );
    return {
      blocks: (cursor = -1) => [entries.slice(cursor + 1)],
      matches: ({ email, finding }) =>
        (result === undefined || result === (finding?.result ?? 'none')) && (!named || named(email)),
      row: ({ email, entry, finding }) => ({
        email,
        ...(finding && { result: finding.result, reason: finding.reason, riskScore: finding.riskScore }),
        cached: !fresh.has(entry),
      }),
      first: () => ({ verification: verificationOnWire(verification) }),
    };
  },
});

export const completeVerification: Verb<RecordReference, Verification> = {
  method: 'POST',
  path: '/verifications/{id}/complete',
  summary: 'Complete a batch now, with all its results',
  input: byId,
  run: (context, { id }) => {
    const { store, settings } = context.service;
    const batch = findVerification(context, id);
    return verificationView(completeBatch(store, settings, batch) ?? refuse(batch));
  },
};

export const failVerification: Verb<RecordReference, Verification> = {
  method: 'POST',
  path: '/verifications/{id}/fail',
  summary: 'Make a batch fail now',
  input: byId,
  run: (context, { id }) => {
    const batch = findVerification(context, id);
    return verificationView(failBatch(context.service.store, batch) ?? refuse(batch));
  },
};

export const clearVerificationCache: Verb<void, void> = {
  method: 'DELETE',
  path: '/verification-cache',
  summary: 'Empty the cache of the account, live and test; the statistics stay',
  run: (context) => forgetCached(context.service.store, accountOf(context).id),
};

function findVerification(context: ControlContext, id: string): VerificationRecord {
  const found = context.service.store.verifications.get(id);
  if (found?.accountId !== accountOf(context).id) throw notFound(`verification ${id}`);
  return found;
}

function refuse({ status }: VerificationRecord): never {
  throw impossible(`The verification is ${status} already`);
}

/** A verification as the API documents it. */
function verificationView(verification: VerificationRecord): Verification {
  const { tally } = verification;
  return {
    ...verificationOnWire(verification),
    ...(tally && { results: groupResults(resultsOf(verification)), analytics: analyticsOf(tally) }),
  };
}

/** Verifications, their results and the progress of batches. */
export class VerificationControls extends ScopedControls {
  /** Verifications without their results, newest first. */
  list(filter: VerificationFilter = {}): readonly Verification[] {
    return rowsOf(listVerifications, this.context, filter);
  }

  /**
   * The addresses of a verification with their results so far. Throws a `ControlError` if there is none.
   *
   * @param id Id of the batch.
   */
  addresses(id: string): readonly VerificationAddressView[] {
    return rowsOf(listVerificationAddresses, this.context, { id });
  }

  /** The addresses whose result was set. */
  results(): readonly VerificationOutcomeView[] {
    return rowsOf(listVerificationResults, this.context, {});
  }

  /**
   * Sets the result of an address. A cached result stays for its 24 hours, unless you call
   * {@link VerificationControls.clearCache}.
   *
   * @param address The bare address.
   */
  setResult(address: string, outcome: AddressResult | VerificationOutcome): VerificationOutcomeView {
    const given = typeof outcome === 'string' ? { result: outcome } : outcome;
    return invoke(setVerificationResult, this.context, given, { email: address });
  }

  /**
   * Lets the rules decide again. Throws a `ControlError` if no result was set.
   *
   * @param address The bare address.
   */
  removeResult(address: string): void {
    invoke(removeVerificationResult, this.context, { email: address });
  }

  /**
   * Completes a batch now, with all its results. Throws a `ControlError` if it has ended.
   *
   * @param id Id of the batch.
   */
  complete(id: string): Verification {
    return invoke(completeVerification, this.context, { id });
  }

  /**
   * Makes a batch fail now. Throws a `ControlError` if it has ended.
   *
   * @param id Id of the batch.
   */
  fail(id: string): Verification {
    return invoke(failVerification, this.context, { id });
  }

  /** Clears the cache, for live and test keys; the statistics stay. */
  clearCache(): void {
    invoke(clearVerificationCache, this.context, {});
  }
}
