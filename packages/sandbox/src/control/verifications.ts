import { type AddressResult, addressResults, type Verification } from '@mailrig/contract';
import * as z from 'zod/mini';
import { completeBatch, failBatch } from '../rules/batches.ts';
import { forgetCached } from '../rules/verified-addresses.ts';
import { environments } from '../state/fields.ts';
import type { VerificationRecord } from '../state/records.ts';
import { scoped } from '../state/store.ts';
import { analyticsOf, groupsOf, verificationOnWire } from '../wire/verification.ts';
import { accountOf, type ControlContext } from './context.ts';
import { impossible, notFound } from './control-error.ts';
import { count } from './fields.ts';
import { everything, ScopedControls } from './scoped-controls.ts';
import { type PageChoice, pageFields, type PageView } from './selection-page.ts';
import { textTest } from './text-test.ts';
import { invoke, type Verb } from './verb.ts';
import {
  listVerificationResults,
  removeVerificationResult,
  setVerificationResult,
  type VerificationOutcome,
  type VerificationOutcomeView,
} from './verification-results.ts';

/** Some verifications, and how many there are. */
export interface VerificationsView {
  /** Newest first, those of live keys before those of test keys; without the results. */
  readonly verifications: readonly Verification[];
  readonly total: number;
}

/** Which verifications. */
export interface VerificationFilter {
  /** Maximum number of verifications. Default 50 over HTTP, all in TypeScript. */
  readonly limit?: number | undefined;
}

export const listVerificationViews: Verb<VerificationFilter, VerificationsView> = {
  method: 'GET',
  path: '/verifications',
  summary: 'Verifications of the account, single ones and batches, without their results',
  input: z.object({ limit: z.optional(count) }),
  run: (context, { limit = 50 }) => {
    const { id } = accountOf(context);
    const found = environments.flatMap((side) => {
      const records = context.service.store.verifications.select(['environment', scoped(id, side)]);
      return records.newest(0, records.count);
    });
    return { verifications: found.slice(0, limit).map(verificationOnWire), total: found.length };
  },
};

/** Which page of the addresses of which verification; all conditions must hold. */
export interface VerificationAddressPage extends PageChoice {
  /** Id of the verification (`ver_…`). */
  readonly id: string;
  /** The result, or `none` for addresses that wait for theirs. */
  readonly result?: AddressResult | 'none' | undefined;
  /** A part of the address; case does not matter. */
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

/** One page of the addresses of a verification. */
export interface VerificationAddressesView extends PageView {
  readonly verification: Omit<Verification, 'results' | 'analytics'>;
  /** In the order of submission. */
  readonly addresses: readonly VerificationAddressView[];
}

export const listVerificationAddresses: Verb<VerificationAddressPage, VerificationAddressesView> = {
  method: 'GET',
  path: '/verifications/{id}/addresses',
  summary: 'The addresses of a verification with their results so far, page by page',
  input: z.object({
    id: z.string(),
    result: z.optional(
      z.enum([...addressResults, 'none'], { error: `must be one of ${addressResults.join(', ')}, none` }),
    ),
    q: z.optional(z.string()),
    ...pageFields,
  }),
  run: (context, { id, result, q, limit = 50, cursor }) => {
    const verification = findVerification(context, id);
    const { emails, findings, queue } = verification;
    const fresh = new Set(queue.map(({ entry }) => entry));
    const named = textTest(q);
    const found = emails.flatMap((text, entry) => {
      const finding = findings[entry];
      if (result !== undefined && result !== (finding?.result ?? 'none')) return [];
      return !named || named(text) ? [{ text, finding, entry }] : [];
    });
    const rest = found.filter(({ entry }) => entry > (cursor ?? -1));
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return {
      verification: verificationOnWire(verification),
      addresses: page.map(({ text, finding, entry }) => ({
        email: text,
        ...(finding && { result: finding.result, reason: finding.reason, riskScore: finding.riskScore }),
        cached: !fresh.has(entry),
      })),
      ...(cursor === undefined && { total: found.length }),
      ...(last && page.length < rest.length && { cursor: String(last.entry) }),
    };
  },
};

const reference = z.object({ id: z.string() });

/** Names a batch. */
interface VerificationReference {
  /** Its id (`ver_…`). */
  readonly id: string;
}

export const completeVerification: Verb<VerificationReference, Verification> = {
  method: 'POST',
  path: '/verifications/{id}/complete',
  summary: 'Complete a batch now, with all its results',
  input: reference,
  status: 200,
  run: (context, { id }) => {
    const { store, settings } = context.service;
    const batch = findVerification(context, id);
    return verificationView(completeBatch(store, settings, batch) ?? refuse(batch));
  },
};

export const failVerification: Verb<VerificationReference, Verification> = {
  method: 'POST',
  path: '/verifications/{id}/fail',
  summary: 'Make a batch fail now',
  input: reference,
  status: 200,
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
    ...(tally && { results: groupsOf(verification), analytics: analyticsOf(tally) }),
  };
}

/** Verifications, their results and the progress of batches. */
export class VerificationControls extends ScopedControls {
  /** Verifications without their results, newest first, those of live keys before those of test keys. */
  list(filter: VerificationFilter = {}): readonly Verification[] {
    return invoke(listVerificationViews, this.context, { ...filter, limit: filter.limit ?? everything })
      .verifications;
  }

  /** The addresses of a verification with their results so far. Throws a `ControlError` if there is none. */
  addresses(id: string): readonly VerificationAddressView[] {
    return invoke(listVerificationAddresses, this.context, { id, limit: everything }).addresses;
  }

  /** The addresses whose result was set. */
  results(): readonly VerificationOutcomeView[] {
    return invoke(listVerificationResults, this.context, {}).results;
  }

  /**
   * Sets the result of an address. A cached result stays for its 24 hours, unless you call
   * {@link VerificationControls.clearCache}.
   */
  setResult(address: string, outcome: AddressResult | VerificationOutcome): VerificationOutcomeView {
    const given = typeof outcome === 'string' ? { result: outcome } : outcome;
    return invoke(setVerificationResult, this.context, { ...given, email: address });
  }

  /** Lets the rules decide again. Throws a `ControlError` if no result was set. */
  removeResult(address: string): void {
    invoke(removeVerificationResult, this.context, { email: address });
  }

  /** Completes a batch now, with all its results. Throws a `ControlError` if it has ended. */
  complete(id: string): Verification {
    return invoke(completeVerification, this.context, { id });
  }

  /** Makes a batch fail now. Throws a `ControlError` if it has ended. */
  fail(id: string): Verification {
    return invoke(failVerification, this.context, { id });
  }

  /** Empties the cache, for live and test keys; the statistics stay. */
  clearCache(): void {
    invoke(clearVerificationCache, this.context, {});
  }
}
