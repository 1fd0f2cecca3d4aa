import { address, type AddressResult, addressResults, oneOf } from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { present } from '../../service/state/copy.ts';
import { addressKey } from '../../service/rules/verified-addresses.ts';
import { type VerificationOverride, scoped } from '../../service/state/records.ts';
import { accountOf } from '../context.ts';
import { notFound } from '../control-error.ts';
import type { AddressReference } from '../fields.ts';
import { listVerb, type ListVerb, recordsOf } from '../list-verbs/list.ts';
import type { Verb } from '../verb.ts';

/** The verification result to set for an address. */
export interface VerificationOutcome {
  /** The result. */
  readonly result: AddressResult;
  /** Why, in words. */
  readonly reason?: string | undefined;
  /** 0 to 100. Default: 5 or 10 for `valid`, 50 for `unknown`, 80 for `risky`, 100 for `invalid`. */
  readonly riskScore?: number | undefined;
  /** Default: the details that the rules find. */
  readonly details?:
    | {
        /** Whether its domain offers disposable addresses. */
        readonly isDisposable?: boolean | undefined;
        /** Whether its domain is a free mail provider's. */
        readonly isFreeProvider?: boolean | undefined;
        /** Whether it belongs to a function such as `support` instead of a person. */
        readonly isRoleAccount?: boolean | undefined;
      }
    | undefined;
}

/** An address whose result was set. */
export interface VerificationOutcomeView extends VerificationOutcome {
  /** The bare address; case does not matter. */
  readonly email: string;
}

const details = z.object({
  isDisposable: z.exactOptional(z.boolean()),
  isFreeProvider: z.exactOptional(z.boolean()),
  isRoleAccount: z.exactOptional(z.boolean()),
});

export const listVerificationResults: ListVerb<object, 'results', VerificationOutcomeView> = listVerb({
  path: '/verification-results',
  summary: 'The addresses whose result was set, newest first',
  name: 'results',
  fields: {},
  find: (context) => {
    const { verificationOverrides } = context.service.store;
    const { id } = accountOf(context);
    return {
      ...recordsOf(verificationOverrides, (range) => verificationOverrides.select(undefined, range)),
      matches: ({ accountId }: VerificationOverride) => accountId === id,
      row: outcomeView,
    };
  },
});

export const setVerificationResult: Verb<VerificationOutcomeView, VerificationOutcomeView> = {
  method: 'PUT',
  path: '/verification-results/{email}',
  summary: 'Set the result of an address, for its next verification that is not cached',
  input: z.object({
    email: address,
    result: oneOf(addressResults),
    reason: z.optional(z.string()),
    riskScore: z.optional(z.int().check(z.gte(0), z.lte(100))),
    details: z.optional(details),
  }),
  run: (context, { email: text, result, reason, riskScore, details: given }) =>
    outcomeView(
      context.service.store.verificationOverrides.put(
        present({
          accountId: accountOf(context).id,
          key: addressKey(text),
          email: text.trim(),
          result,
          reason,
          riskScore,
          details: given && Object.freeze(details.parse(given)),
        }),
      ),
    ),
};

export const removeVerificationResult: Verb<AddressReference, void> = {
  method: 'DELETE',
  path: '/verification-results/{email}',
  summary: 'Remove the result that was set for an address, so that the rules decide again',
  input: z.object({ email: address }),
  run: (context, { email: text }) => {
    const id = scoped(accountOf(context).id, addressKey(text));
    if (!context.service.store.verificationOverrides.delete(id)) throw notFound(`result set for ${text}`);
  },
};

function outcomeView({
  accountId: _account,
  key: _key,
  ...view
}: VerificationOverride): VerificationOutcomeView {
  view satisfies Within<typeof view, VerificationOutcomeView>;
  return view;
}
