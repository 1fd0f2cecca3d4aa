import type { ContactStatus } from '@mailrig/contract';
import {
  type ContactFilter,
  type ContactView,
  getContactView,
  listContactViews,
  setContactStatus,
} from '../control/contacts.ts';
import { invoke } from '../control/verb.ts';
import { everything, ScopedControls } from './scoped.ts';

/** The contacts of an account, in whatever list. */
export class ContactControls extends ScopedControls {
  /** Contacts of all lists, list by list, newest first in each. */
  list(filter: ContactFilter = {}): readonly ContactView[] {
    return invoke(listContactViews, this.scope, { ...filter, limit: filter.limit ?? everything }).contacts;
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
