import type { EmailStatus } from '@mailrig/contract';
import type { EmailEventType } from '../state/records.ts';
import type { Transition } from './transition.ts';

/** How an email moves (A64). `delivered`, `bounced` and `failed` are final. */
export const emailTransitions: readonly Transition<EmailStatus, EmailEventType>[] = [
  { from: 'queued', on: 'sent', to: 'sent', when: 'it leaves for the server of the recipient' },
  { from: 'queued', on: 'failed', to: 'failed', when: 'it cannot be handed over at all' },
  {
    from: 'queued',
    on: 'delivered',
    to: 'delivered',
    when: 'it is sent and taken in one step (control plane)',
  },
  {
    from: 'queued',
    on: 'bounced',
    to: 'bounced',
    when: 'it is sent and refused in one step (control plane)',
  },
  { from: 'sent', on: 'delivered', to: 'delivered', when: 'the server of the recipient takes it' },
  { from: 'sent', on: 'bounced', to: 'bounced', when: 'the server of the recipient refuses it' },
  { from: 'delivered', on: 'opened', to: 'delivered', when: 'the recipient opens it' },
  { from: 'delivered', on: 'clicked', to: 'delivered', when: 'the recipient follows a link in it' },
];

/** How an accepted email ends. */
export type DeliveryOutcome = 'delivered' | 'bounced' | 'failed' | 'queued' | 'opened' | 'clicked';

/** When each event happens, in milliseconds after the email was accepted (A64). */
export interface EmailTiming {
  readonly sent: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly failed: number;
  readonly opened: number;
  readonly clicked: number;
}

export const emailTiming: EmailTiming = {
  sent: 500,
  failed: 500,
  bounced: 1_500,
  delivered: 2_000,
  opened: 2_500,
  clicked: 2_500,
};

/** The events that lead to each outcome, in order. */
export const emailPlans: Readonly<Record<DeliveryOutcome, readonly EmailEventType[]>> = {
  queued: [],
  failed: ['failed'],
  bounced: ['sent', 'bounced'],
  delivered: ['sent', 'delivered'],
  opened: ['sent', 'delivered', 'opened'],
  clicked: ['sent', 'delivered', 'clicked'],
};

/** The worst outcome of several recipients is that of the email. */
const worstFirst: readonly DeliveryOutcome[] = [
  'failed',
  'bounced',
  'queued',
  'clicked',
  'opened',
  'delivered',
];

const magic: Readonly<Record<string, DeliveryOutcome>> = {
  bounce: 'bounced',
  bounced: 'bounced',
  fail: 'failed',
  failed: 'failed',
  queued: 'queued',
  open: 'opened',
  opened: 'opened',
  click: 'clicked',
  clicked: 'clicked',
};

/** The outcome that an address asks for by its local part: `bounce@…` or `anything+bounce@…` (A64). */
export function outcomeOf(addressKey: string): DeliveryOutcome {
  const local = addressKey.slice(0, addressKey.lastIndexOf('@'));
  const word = local.slice(local.lastIndexOf('+') + 1);
  return Object.hasOwn(magic, word) ? (magic[word] ?? 'delivered') : 'delivered';
}

/** The outcome of an email from those of its recipients. */
export function worstOutcome(outcomes: readonly DeliveryOutcome[]): DeliveryOutcome {
  return worstFirst.find((outcome) => outcomes.includes(outcome)) ?? 'delivered';
}
