import {
  address,
  type AddressDetails,
  type AddressResult,
  type ContactStatus,
  type Environment,
  environments,
  formatTimestamp,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import { present } from '../../service/state/copy.ts';
import { addressKey } from '../../service/rules/verified-addresses.ts';
import { scoped } from '../../service/state/records.ts';
import { accountOf } from '../context.ts';
import type { AddressReference } from '../fields.ts';
import { ScopedControls } from '../scoped-controls.ts';
import { type SuppressionView, suppressionView } from './suppressions.ts';
import { invoke, type Verb } from '../verb.ts';
import { outcomeView, type VerificationOutcomeView } from '../verifications/results.ts';

/** Everything that is stored about an address in an account. */
export interface AddressView {
  /** The bare address. */
  readonly email: string;
  /** The contacts with this address, at most one in each list. */
  readonly contacts: readonly AddressContactView[];
  /** Its entry on the suppression list. */
  readonly suppression?: SuppressionView;
  /** Its latest verification with live keys and with test keys. */
  readonly verified: readonly AddressVerificationView[];
  /** The result that was set for it by hand. */
  readonly outcome?: VerificationOutcomeView;
}

/** A contact with a known address. */
export interface AddressContactView {
  /** Id of the contact. */
  readonly id: string;
  /** Id of its list. */
  readonly listId: string;
  /** Name of its list. */
  readonly listName: string;
  /** Its status. */
  readonly status: ContactStatus;
}

/** The latest result for an address. */
export interface AddressVerificationView {
  /** Whether a live or a test key asked. */
  readonly environment: Environment;
  /** The result of the verification. */
  readonly result: AddressResult;
  /** Why, in words. */
  readonly reason: string;
  /** 0 to 100. */
  readonly riskScore: number;
  /** Facts about the domain and the local part. */
  readonly details: AddressDetails;
  /** Until then a verification uses the cached result and costs nothing. ISO 8601. */
  readonly cachedUntil: string;
}

export const getAddress: Verb<AddressReference, AddressView> = {
  method: 'GET',
  path: '/addresses/{email}',
  summary: 'What the account has about an address: contacts, suppression and verification results',
  input: z.object({ email: address }),
  run: (context, { email: text }) => {
    const { store } = context.service;
    const { id: accountId } = accountOf(context);
    const key = addressKey(text);
    const lists = store.contactLists.select(['account', accountId]);
    const suppression = store.suppressions.get(scoped(accountId, key));
    const override = store.verificationOverrides.get(scoped(accountId, key));
    return present({
      email: text.trim(),
      contacts: lists.newest(0, lists.count).flatMap(({ id: listId, name: listName }) => {
        const contact = store.contacts.find('address', scoped(listId, key));
        return contact ? [{ id: contact.id, listId, listName, status: contact.status }] : [];
      }),
      suppression: suppression && suppressionView(suppression),
      verified: environments.flatMap((environment) => {
        const known = store.verifiedAddresses.get(scoped(accountId, environment, key));
        if (!known) return [];
        return [{ environment, ...known.finding, cachedUntil: formatTimestamp(known.cachedUntil) }];
      }),
      outcome: override && outcomeView(override),
    });
  },
};

/** What is stored about single addresses of an account. */
export class AddressControls extends ScopedControls {
  /**
   * An unknown address has no contacts, no suppression and no results.
   *
   * @param address The bare address; case does not matter.
   */
  get(address: string): AddressView {
    return invoke(getAddress, this.context, { email: address });
  }
}
