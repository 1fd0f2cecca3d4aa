import type { ComponentType } from 'preact';
import { Accounts } from './views/accounts.tsx';
import { Activity } from './views/activity.tsx';
import { Contacts } from './views/contacts.tsx';
import { Decisions } from './views/decisions.tsx';
import { Faults } from './views/faults.tsx';
import { Messages } from './views/messages.tsx';
import { Requests } from './views/requests.tsx';
import { State } from './views/state.tsx';
import { Suppressions } from './views/suppressions.tsx';
import { Templates } from './views/templates.tsx';
import { Verification } from './views/verification.tsx';
import { Wire } from './views/wire.tsx';

/** A view of the sandbox. */
export interface View {
  /** In the address of the page. */
  readonly name: string;
  readonly title: string;
  readonly group: (typeof viewGroups)[number];
  /** Whether it is a list beside one of its things. */
  readonly isSplit?: boolean;
  readonly View: ComponentType<{ readonly item: string | undefined }>;
}

/** What the views are about: what happened, what there is, how the sandbox answers. */
export const viewGroups = ['happened', 'there', 'answers'] as const;

/** All views, in the order of the menu. */
export const views: readonly View[] = [
  { name: 'messages', title: 'Messages', group: 'happened', isSplit: true, View: Messages },
  { name: 'requests', title: 'Requests', group: 'happened', isSplit: true, View: Requests },
  { name: 'activity', title: 'Activity', group: 'happened', View: Activity },
  { name: 'accounts', title: 'Accounts', group: 'there', View: Accounts },
  { name: 'contacts', title: 'Contacts', group: 'there', View: Contacts },
  { name: 'suppressions', title: 'Suppressions', group: 'there', View: Suppressions },
  { name: 'templates', title: 'Templates', group: 'there', View: Templates },
  { name: 'verification', title: 'Verification', group: 'there', View: Verification },
  { name: 'faults', title: 'Faults', group: 'answers', View: Faults },
  { name: 'wire', title: 'Wire', group: 'answers', View: Wire },
  { name: 'decisions', title: 'Decisions', group: 'answers', View: Decisions },
  { name: 'state', title: 'State', group: 'answers', View: State },
];
