import type { ComponentType } from 'preact';
import { Accounts } from './accounts/view.tsx';
import { Activity } from './activity/view.tsx';
import { Attachments } from './attachments/view.tsx';
import { ContactLists } from './contact-lists/view.tsx';
import { Contacts } from './contacts/view.tsx';
import type { SandboxEvent } from './control-types.ts';
import { Failure, isFailure } from './failure/view.tsx';
import { Faults } from './faults/view.tsx';
import { Messages } from './messages/view.tsx';
import type { IconName } from './parts/icon-names.ts';
import { Requests } from './requests/view.tsx';
import { Send } from './send/view.tsx';
import { State } from './state/view.tsx';
import { Suppressions } from './suppressions/view.tsx';
import { Templates } from './templates/view.tsx';
import { Verification } from './verification/view.tsx';

/** A view, as the menu lists it. */
export interface View {
  /** Part of the page's URL. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  readonly View: ComponentType<{ readonly item: string | undefined }>;
  /** Whether it shows a list next to the selected item. */
  readonly isSplit?: boolean;
  /** The event that it shows: without one, it is not in the menu. */
  readonly about?: (event: SandboxEvent) => boolean;
}

/** The views of the menu, by group and in order. */
export const menu: Readonly<Record<string, readonly View[]>> = {
  Mail: [
    { name: 'messages', title: 'Messages', icon: 'mail', isSplit: true, View: Messages },
    { name: 'send', title: 'Send', icon: 'send', View: Send },
    { name: 'templates', title: 'Templates', icon: 'template', View: Templates },
    { name: 'attachments', title: 'Attachments', icon: 'file', View: Attachments },
  ],
  Log: [
    { name: 'requests', title: 'Requests', icon: 'requests', isSplit: true, View: Requests },
    { name: 'activity', title: 'Activity', icon: 'activity', View: Activity },
    { name: 'failure', title: 'Failure', icon: 'error', about: isFailure, View: Failure },
  ],
  Recipients: [
    { name: 'contacts', title: 'Contacts', icon: 'contacts', isSplit: true, View: Contacts },
    { name: 'contact-lists', title: 'Contact lists', icon: 'lists', View: ContactLists },
    { name: 'suppressions', title: 'Suppressions', icon: 'suppressed', View: Suppressions },
    { name: 'verification', title: 'Verification', icon: 'verified', View: Verification },
  ],
  Sandbox: [
    { name: 'accounts', title: 'Accounts', icon: 'accounts', View: Accounts },
    { name: 'faults', title: 'Faults', icon: 'fault', View: Faults },
    { name: 'state', title: 'Settings', icon: 'options', View: State },
  ],
};

/** All views. */
export const views: readonly View[] = Object.values(menu).flat();
