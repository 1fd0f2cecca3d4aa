import type { ContactStatus } from '@mailrig/contract';
import {
  type ContactFilter,
  type ContactsView,
  type ContactView,
  getContactView,
  listContactViews,
  setContactStatus,
} from '../control/contacts.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The contacts of an account, in whatever list. */
export class ContactControls extends ScopedControls {
  /** Contacts of all lists, list by list, newest first in each; at most 50 unless `limit` says otherwise. */
  list(filter: ContactFilter = {}): ContactsView {
    return invoke(listContactViews, this.scope, filter);
  }

  /** Throws a `ControlError` where there is none. */
  get(id: string): ContactView {
    return invoke(getContactView, this.scope, { id });
  }

  /**
   * Moves a contact to another status: the moves that the API leaves to the service. `suppressed`
   * also puts the address on the domain's suppression list; leaving it does not take it off.
   */
  setStatus(id: string, status: ContactStatus): ContactView {
    return invoke(setContactStatus, this.scope, { id, status });
  }
}
