import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { addSuppression as add, removeSuppression as remove } from '../rules/suppressions.ts';
import { addressKey } from '../rules/verified-addresses.ts';
import type { Suppression } from '../state/records.ts';
import { accountOf } from './context.ts';
import { notFound } from './control-error.ts';
import { type AddressReference, email } from './fields.ts';
import { everything, ScopedControls } from './scoped-controls.ts';
import { type PageChoice, pageFields, type PageView, selectionPage } from './selection-page.ts';
import { textTest } from './text-test.ts';
import { invoke, type Verb } from './verb.ts';

/** An address to which no email of the domain is sent (R84). */
export interface SuppressionView {
  readonly email: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Which suppressions. */
export interface SuppressionPage extends PageChoice {
  /** Maximum number of entries. Default: all. */
  readonly limit?: number | undefined;
  /** A part of the address or the reason; case does not matter. */
  readonly q?: string | undefined;
}

/** Some entries of the suppression list. */
export interface SuppressionsView extends PageView {
  /** Newest first. */
  readonly suppressions: readonly SuppressionView[];
}

export const listSuppressions: Verb<SuppressionPage, Promise<SuppressionsView>> = {
  method: 'GET',
  path: '/suppressions',
  summary: 'The suppression list of the account, newest first; with `limit`, page by page',
  input: z.object({ q: z.optional(z.string()), ...pageFields }),
  run: async (context, { q, limit = everything, cursor }) => {
    const { suppressions } = context.service.store;
    const { id } = accountOf(context);
    const named = textTest(q);
    const { items, ...place } = await selectionPage(
      context,
      suppressions,
      (range) => suppressions.select(['account', id], range),
      { limit, cursor },
      named && (({ email: text, reason }) => named(`${text} ${reason}`)),
    );
    return { suppressions: items.map(suppressionView), ...place };
  },
};

/** An address to suppress. */
interface NewSuppression extends AddressReference {
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

export const removeSuppression: Verb<AddressReference, void> = {
  method: 'DELETE',
  path: '/suppressions/{email}',
  summary: 'Take an address off the suppression list',
  input: z.object({ email }),
  run: (context, { email: text }) => {
    const removed = remove(context.service.store, accountOf(context).id, addressKey(text));
    if (!removed) throw notFound(`suppression of ${text}`);
  },
};

export function suppressionView({ email: text, reason, createdAt }: Suppression): SuppressionView {
  return { email: text, reason, createdAt: formatTimestamp(createdAt) };
}

/** The suppression list of an account's domain. */
export class SuppressionControls extends ScopedControls {
  /** Newest first. */
  list(): readonly SuppressionView[] {
    const { store } = this.context.service;
    store.clock.settle();
    const suppressions = store.suppressions.select(['account', accountOf(this.context).id]);
    return suppressions.newest(0, suppressions.count).map(suppressionView);
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
