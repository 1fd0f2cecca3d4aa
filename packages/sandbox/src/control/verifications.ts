import { type AddressResult, addressResults, type Verification } from '@mailrig/contract';
import * as z from 'zod/mini';
import { completeBatch, failBatch } from '../operations/batches.ts';
import { addressKey, forgetCached } from '../operations/verified-addresses.ts';
import { environments, type VerificationOverride, type VerificationRecord } from '../state/records.ts';
import { scoped } from '../state/store.ts';
import { analyticsOf, groupsOf, verificationOnWire } from '../wire/verification.ts';
import { count, email } from './fields.ts';
import { impossible, notFound } from './refusal.ts';
import { accountOf, type Scope, type Verb } from './verb.ts';

/** What an address is to be found, whatever the rules say. */
export interface VerificationOutcome {
  /** What it is found to be. */
  readonly result: AddressResult;
  /** Why, in words. */
  readonly reason?: string | undefined;
  /** 0 to 100. Default: 5 or 10 for `valid`, 50 for `unknown`, 80 for `risky`, 100 for `invalid`. */
  readonly riskScore?: number | undefined;
  /** Default: what the rules say of each. */
  readonly details?:
    | {
        /** Whether its domain gives out throw-away addresses. */
        readonly isDisposable?: boolean | undefined;
        /** Whether its domain is a free mail provider's. */
        readonly isFreeProvider?: boolean | undefined;
        /** Whether it stands for a function such as `support`, not for a person. */
        readonly isRoleAccount?: boolean | undefined;
      }
    | undefined;
}

/** Names an address whose result was set, or is to be. */
interface AddressReference {
  /** The bare address, whatever its case. */
  readonly email: string;
}

/** An address whose result was set. */
export interface VerificationOutcomeView extends VerificationOutcome {
  /** The bare address, whatever its case. */
  readonly email: string;
}

const details = z.object({
  isDisposable: z.exactOptional(z.boolean()),
  isFreeProvider: z.exactOptional(z.boolean()),
  isRoleAccount: z.exactOptional(z.boolean()),
});

export const listVerificationResults: Verb<void, { readonly results: readonly VerificationOutcomeView[] }> = {
  method: 'GET',
  path: '/verification-results',
  summary: 'The addresses whose result was set',
  run: (scope) => {
    const { id } = accountOf(scope);
    const overrides = scope.service.store.verificationOverrides.all();
    return { results: overrides.filter(({ accountId }) => accountId === id).map(outcomeView) };
  },
};

export const setVerificationResult: Verb<VerificationOutcomeView, VerificationOutcomeView> = {
  method: 'PUT',
  path: '/verification-results/{email}',
  summary: 'Set what an address is found to be from its next verification on that is not cached',
  input: z.object({
    email,
    result: z.enum(addressResults, { error: `must be one of ${addressResults.join(', ')}` }),
    reason: z.optional(z.string()),
    riskScore: z.optional(z.int().check(z.gte(0), z.lte(100))),
    details: z.optional(details),
  }),
  run: (scope, { email: text, result, reason, riskScore, details: given }) =>
    outcomeView(
      scope.service.store.verificationOverrides.put({
        accountId: accountOf(scope).id,
        key: addressKey(text),
        email: text.trim(),
        result,
        ...(reason !== undefined && { reason }),
        ...(riskScore !== undefined && { riskScore }),
        ...(given !== undefined && { details: Object.freeze(details.parse(given)) }),
      }),
    ),
};

export const removeVerificationResult: Verb<AddressReference, void> = {
  method: 'DELETE',
  path: '/verification-results/{email}',
  summary: 'Let the rules decide again what an address is found to be',
  input: z.object({ email }),
  run: (scope, { email: text }) => {
    const id = scoped(accountOf(scope).id, addressKey(text));
    if (!scope.service.store.verificationOverrides.delete(id)) throw notFound(`result set for ${text}`);
  },
};

/** Some verifications, and how many there are. */
export interface VerificationsView {
  /** Newest first, those of live keys before those of test keys; without the results. */
  readonly verifications: readonly Verification[];
  readonly total: number;
}

/** Which verifications. */
export interface VerificationFilter {
  /** Most to show. Default 50; all in TypeScript. */
  readonly limit?: number | undefined;
}

export const listVerificationViews: Verb<VerificationFilter, VerificationsView> = {
  method: 'GET',
  path: '/verifications',
  summary: 'Verifications of the account, single ones and batches, without their results',
  input: z.object({ limit: z.optional(count) }),
  run: (scope, { limit = 50 }) => {
    const { id } = accountOf(scope);
    const found = environments.flatMap((side) => {
      const records = scope.service.store.verifications.select(['environment', scoped(id, side)]);
      return records.newest(0, records.count);
    });
    return { verifications: found.slice(0, limit).map(verificationOnWire), total: found.length };
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
  run: (scope, { id }) => {
    const { store, settings } = scope.service;
    const batch = findVerification(scope, id);
    return verificationView(completeBatch(store, settings, batch) ?? refuse(batch));
  },
};

export const failVerification: Verb<VerificationReference, Verification> = {
  method: 'POST',
  path: '/verifications/{id}/fail',
  summary: 'Let a batch fail now',
  input: reference,
  status: 200,
  run: (scope, { id }) => {
    const batch = findVerification(scope, id);
    return verificationView(failBatch(scope.service.store, batch) ?? refuse(batch));
  },
};

export const clearVerificationCache: Verb<void, void> = {
  method: 'DELETE',
  path: '/verification-cache',
  summary: 'Make every address of the account new, live and test; statistics stay',
  run: (scope) => forgetCached(scope.service.store, accountOf(scope).id),
};

function findVerification(scope: Scope, id: string): VerificationRecord {
  const found = scope.service.store.verifications.get(id);
  if (found?.accountId !== accountOf(scope).id) throw notFound(`verification ${id}`);
  return found;
}

function refuse({ status }: VerificationRecord): never {
  throw impossible(`The verification is ${status} already`);
}

function outcomeView({
  accountId: _account,
  key: _key,
  ...view
}: VerificationOverride): VerificationOutcomeView {
  return view;
}

/** A verification as the API documents it. */
function verificationView(verification: VerificationRecord): Verification {
  const { tally } = verification;
  return {
    ...verificationOnWire(verification),
    ...(tally && { results: groupsOf(verification), analytics: analyticsOf(tally) }),
  };
}
