import type { ComponentType } from 'preact';
import { Accounts } from './views/accounts.tsx';
import { Activity } from './views/activity.tsx';
import { Attachments } from './views/attachments.tsx';
import { Contacts } from './views/contacts.tsx';
import { Decisions } from './views/decisions.tsx';
import { Faults } from './views/faults.tsx';
import { Lists } from './views/lists.tsx';
import { Messages } from './views/messages.tsx';
import { Requests } from './views/requests.tsx';
import { Send } from './views/send.tsx';
import { State } from './views/state.tsx';
import { Suppressions } from './views/suppressions.tsx';
import { Templates } from './views/templates.tsx';
import { Verification } from './views/verification.tsx';
import { Wire } from './views/wire.tsx';

/** A view, as the menu lists it. */
export interface View {
  /** Part of the page's URL. */
  readonly name: string;
  readonly title: string;
  readonly group: (typeof viewGroups)[number];
  /** Whether it shows a list next to the selected item. */
  readonly isSplit?: boolean;
  readonly View: ComponentType<{ readonly item: string | undefined }>;
}

/** The groups of the menu: what happened, what the accounts hold, and how the sandbox behaves. */
export const viewGroups = ['history', 'data', 'behaviour'] as const;

/** All views, in menu order. */
export const views: readonly View[] = [
  { name: 'messages', title: 'Messages', group: 'history', isSplit: true, View: Messages },
  { name: 'send', title: 'Send', group: 'history', View: Send },
  { name: 'requests', title: 'Requests', group: 'history', isSplit: true, View: Requests },
  { name: 'activity', title: 'Activity', group: 'history', View: Activity },
  { name: 'accounts', title: 'Accounts', group: 'data', View: Accounts },
  { name: 'contacts', title: 'Contacts', group: 'data', isSplit: true, View: Contacts },
  { name: 'lists', title: 'Contact lists', group: 'data', View: Lists },
  { name: 'suppressions', title: 'Suppressions', group: 'data', View: Suppressions },
  { name: 'attachments', title: 'Attachments', group: 'data', View: Attachments },
  { name: 'templates', title: 'Templates', group: 'data', View: Templates },
  { name: 'verification', title: 'Verification', group: 'data', View: Verification },
  { name: 'faults', title: 'Faults', group: 'behaviour', View: Faults },
  { name: 'wire', title: 'Wire options', group: 'behaviour', View: Wire },
  { name: 'decisions', title: 'Decisions', group: 'behaviour', View: Decisions },
  { name: 'state', title: 'State', group: 'behaviour', View: State },
];
