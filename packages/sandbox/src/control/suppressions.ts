import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { addSuppression as add, removeSuppression as remove } from '../operations/suppressions.ts';
import { addressKey } from '../operations/verified-addresses.ts';
import type { Suppression } from '../state/records.ts';
import { email } from './fields.ts';
import { notFound } from './refusal.ts';
import { accountOf, type Verb } from './verb.ts';

/** An address that no email of the domain goes to (api.md §3.2). */
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
  run: (scope) => {
    const suppressions = scope.service.store.suppressions.select(['account', accountOf(scope).id]);
    return { suppressions: suppressions.newest(0, suppressions.count).map(suppressionView) };
  },
};

/** Names an address of the suppression list. */
interface SuppressedAddress {
  /** The bare address, whatever its case. */
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
  run: (scope, { email: text, reason = 'manual' }) => {
    const entry = { accountId: accountOf(scope).id, key: addressKey(text), email: text.trim(), reason };
    return suppressionView(add(scope.service.store, entry));
  },
};

export const removeSuppression: Verb<SuppressedAddress, void> = {
  method: 'DELETE',
  path: '/suppressions/{email}',
  summary: 'Take an address off the suppression list',
  input: z.object({ email }),
  run: (scope, { email: text }) => {
    const removed = remove(scope.service.store, accountOf(scope).id, addressKey(text));
    if (!removed) throw notFound(`suppression of ${text}`);
  },
};

function suppressionView({ email: text, reason, createdAt }: Suppression): SuppressionView {
  return { email: text, reason, createdAt: formatTimestamp(createdAt) };
}
