import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { addSuppression as add, removeSuppression as remove } from '../rules/suppressions.ts';
import { addressKey } from '../rules/verified-addresses.ts';
import type { Suppression } from '../state/records.ts';
import { accountOf } from './context.ts';
import { notFound } from './control-error.ts';
import { email } from './fields.ts';
import { ScopedControls } from './scoped-controls.ts';
import { invoke, type Verb } from './verb.ts';

/** An address to which no email of the domain is sent (R84). */
export interface SuppressionView {
  readonly email: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const listSuppressions: Verb<void, { readonly suppressions: readonly SuppressionView[] }> = {
  method: 'GET',
  path: '/suppressions',
  summary: 'The suppression list of the account, newest first',
  run: (context) => {
    const suppressions = context.service.store.suppressions.select(['account', accountOf(context).id]);
    return { suppressions: suppressions.newest(0, suppressions.count).map(suppressionView) };
  },
};

/** Names an address of the suppression list. */
interface SuppressedAddress {
  /** The bare address; case does not matter. */
  readonly email: string;
}

/** An address to suppress. */
interface NewSuppression extends SuppressedAddress {
  /** Why, as the list shows it. Default `manual`. */
  readonly reason?: string | undefined;
}

export const addSuppression: Verb<NewSuppression, SuppressionView> = {
  method: 'POST',
  path: '/suppressions',
  summary: 'Put an address on the suppression list',
  input: z.object({ email, reason: z.optional(z.string()) }),
  status: 201,
  run: (context, { email: text, reason = 'manual' }) => {
    const entry = { accountId: accountOf(context).id, key: addressKey(text), email: text.trim(), reason };
    return suppressionView(add(context.service.store, entry));
  },
};

export const removeSuppression: Verb<SuppressedAddress, void> = {
  method: 'DELETE',
  path: '/suppressions/{email}',
  summary: 'Take an address off the suppression list',
  input: z.object({ email }),
  run: (context, { email: text }) => {
    const removed = remove(context.service.store, accountOf(context).id, addressKey(text));
    if (!removed) throw notFound(`suppression of ${text}`);
  },
};

function suppressionView({ email: text, reason, createdAt }: Suppression): SuppressionView {
  return { email: text, reason, createdAt: formatTimestamp(createdAt) };
}

/** The suppression list of an account's domain. */
export class SuppressionControls extends ScopedControls {
  /** Newest first. */
  list(): readonly SuppressionView[] {
    return invoke(listSuppressions, this.context, {}).suppressions;
  }

  /**
   * Suppresses an address for every send of the account.
   *
   * @param suppression.reason Default `manual`.
   */
  add(suppression: { readonly email: string; readonly reason?: string }): SuppressionView {
    return invoke(addSuppression, this.context, suppression);
  }

  /** Allows mail to an address again. Throws a `ControlError` if it is not suppressed. */
  remove(email: string): void {
    invoke(removeSuppression, this.context, { email });
  }
}
