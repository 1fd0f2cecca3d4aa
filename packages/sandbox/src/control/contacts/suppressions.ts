import {
  address,
  formatTimestamp,
  oneOf,
  type SuppressionReason,
  suppressionReasons,
} from '@mailrig/contract';
import type { Within } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { addSuppression as add, removeSuppression as remove } from '../../service/rules/suppressions.ts';
import { addressKey } from '../../service/rules/verified-addresses.ts';
import type { Suppression } from '../../service/state/records.ts';
import { accountOf, ScopedControls } from '../context.ts';
import { notFound } from '../control-error.ts';
import type { AddressReference } from '../fields.ts';
import { recordsOf, listVerb, type ListVerb, wholeRecordsOf } from '../list-verbs/list.ts';
import { textsTest } from '../list-verbs/search.ts';
import { invoke, type Verb } from '../verb.ts';

/** An address to which no email of the domain is sent. */
export interface SuppressionView {
  /** The suppressed address. */
  readonly email: string;
  /** Why it is suppressed. */
  readonly reason: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A suppression in a list. */
export interface SuppressionRow extends SuppressionView {
  /** How many sends were refused because of it. */
  readonly refusedSends: number;
}

/** Which suppressions. */
export interface SuppressionFilter {
  /** A search for texts in the address and the reason. */
  readonly q?: string | undefined;
}

export const listSuppressions: ListVerb<SuppressionFilter, 'suppressions', SuppressionRow, SuppressionView> =
  listVerb({
    path: '/suppressions',
    summary: 'The suppression list of the account, newest first',
    name: 'suppressions',
    fields: { q: z.optional(z.string()) },
    find: (context, { q }) => {
      const { suppressions } = context.service.store;
      const { id } = accountOf(context);
      return {
        ...recordsOf(suppressions, (range) => suppressions.select(['account', id], range)),
        matches: textsTest<Suppression>(q, ({ email: text, reason }) => [text, reason]),
        row: (suppression: Suppression) => ({
          ...suppressionView(suppression),
          refusedSends: suppression.refusedSends ?? 0,
        }),
        whole: suppressionView,
      };
    },
  });

/** An address to suppress. */
export interface NewSuppression extends AddressReference {
  /** The reason, as the list shows it. Default `manual`. */
  readonly reason?: SuppressionReason | undefined;
}

export const addSuppression: Verb<NewSuppression, SuppressionView> = {
  method: 'POST',
  path: '/suppressions',
  summary: 'Put an address on the suppression list',
  input: z.object({ email: address, reason: z.optional(oneOf(suppressionReasons)) }),
  status: 201,
  run: (context, { email: text, reason = 'manual' }) => {
    const entry = { accountId: accountOf(context).id, key: addressKey(text), email: text.trim(), reason };
    return suppressionView(add(context.service.store, entry));
  },
};

export const removeSuppression: Verb<AddressReference, void> = {
  method: 'DELETE',
  path: '/suppressions/{email}',
  summary: 'Take an address off the suppression list',
  input: z.object({ email: address }),
  run: (context, { email: text }) => {
    const removed = remove(context.service.store, accountOf(context).id, addressKey(text));
    if (!removed) throw notFound(`suppression of ${text}`);
  },
};

function suppressionView(suppression: Suppression): SuppressionView {
  const { accountId: _account, key: _key, refusedSends: _refused, ...view } = suppression;
  view satisfies Within<typeof view, SuppressionView>;
  return { ...view, createdAt: formatTimestamp(view.createdAt) };
}

/** The suppression list of an account's domain. */
export class SuppressionControls extends ScopedControls {
  /** Newest first. */
  list(): readonly SuppressionView[] {
    return wholeRecordsOf(listSuppressions, this.context, {});
  }

  /** Suppresses an address for every send of the account. */
  add(suppression: NewSuppression): SuppressionView {
    return invoke(addSuppression, this.context, suppression);
  }

  /**
   * Allows mail to an address again. Throws a `ControlError` if it is not suppressed.
   *
   * @param email The suppressed address.
   */
  remove(email: string): void {
    invoke(removeSuppression, this.context, { email });
  }
}
