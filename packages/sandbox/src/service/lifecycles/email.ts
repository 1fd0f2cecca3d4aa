import type { EmailStatus } from '@mailrig/contract';
import type { EmailEvent, EmailEventType, MessageRecord, PlannedStep } from '../state/records.ts';
import { machine, transitionFor } from './transition.ts';

/** The transitions of an email (A64). `delivered`, `bounced` and `failed` are final. */
export const emailTransitions = machine<EmailStatus, EmailEventType>(
  ['queued', 'sent', 'sent', 'it leaves for the server of the recipient'],
  ['queued', 'failed', 'failed', 'it cannot be sent at all'],
  ['queued', 'delivered', 'delivered', 'it is sent and accepted in one step (control plane)'],
  ['queued', 'bounced', 'bounced', 'it is sent and rejected in one step (control plane)'],
  ['sent', 'delivered', 'delivered', 'the server of the recipient accepts it'],
  ['sent', 'bounced', 'bounced', 'the server of the recipient rejects it'],
  ['delivered', 'opened', 'delivered', 'the recipient opens it'],
  ['delivered', 'clicked', 'delivered', 'the recipient follows a link in it'],
);

/** How an accepted email ends. */
export type DeliveryOutcome = 'delivered' | 'bounced' | 'failed' | 'queued' | 'opened' | 'clicked';

/** When each event happens, in milliseconds after the email was accepted. */
export interface EmailTiming {
  /** Milliseconds from acceptance until it is sent. Default 500. */
  readonly sent: number;
  /** Milliseconds from acceptance until it is delivered. Default 2,000. */
  readonly delivered: number;
  /** Milliseconds from acceptance until it bounces. Default 1,500. */
  readonly bounced: number;
  /** Milliseconds from acceptance until it fails. Default 500. */
  readonly failed: number;
  /** Milliseconds from acceptance until it is opened. Default 2,500. */
  readonly opened: number;
  /** Milliseconds from acceptance until a link in it is followed. Default 2,500. */
  readonly clicked: number;
}

/** The default times of the events of an email. */
export const emailTiming: EmailTiming = {
  sent: 500,
  failed: 500,
  bounced: 1_500,
  delivered: 2_000,
  opened: 2_500,
  clicked: 2_500,
};

/** The events that lead to each outcome, in order. */
const stepsToward: Readonly<Record<DeliveryOutcome, readonly EmailEventType[]>> = {
  queued: [],
  failed: ['failed'],
  bounced: ['sent', 'bounced'],
  delivered: ['sent', 'delivered'],
  opened: ['sent', 'delivered', 'opened'],
  clicked: ['sent', 'delivered', 'clicked'],
};

/** All outcomes of an email. */
export const deliveryOutcomes = Object.keys(stepsToward) as readonly DeliveryOutcome[];

/** The steps toward an outcome with their times, none earlier than the one before it. */
export function planToward(outcome: DeliveryOutcome, timing: EmailTiming): readonly PlannedStep[] {
  let after = 0;
  return stepsToward[outcome].map((type) => {
    after = Math.max(after, timing[type]);
    return { type, after };
  });
}

/** The steps of a plan that are possible in turn, starting from `status`. */
export function possibleSteps(status: EmailStatus, plan: readonly PlannedStep[]): readonly PlannedStep[] {
  let current = status;
  return plan.filter(({ type }) => {
    const transition = transitionFor(emailTransitions, current, type);
    if (transition) current = transition.to;
    return transition !== undefined;
  });
}

/** The status of an email at a time. */
export function statusOf({ status, plan, createdAt }: MessageRecord, now: number): EmailStatus {
  let current = status;
  for (const { type, after } of plan) {
    if (createdAt + after > now) break;
    current = transitionFor(emailTransitions, current, type)?.to ?? current;
  }
  return current;
}

/** The ages, in milliseconds, at which emails with a status and a plan are `wanted`: from `from` to before `to`. */
export function agesWith(
  wanted: EmailStatus,
  { status, plan }: Pick<MessageRecord, 'status' | 'plan'>,
): { readonly from: number; readonly to: number } | undefined {
  let current = status;
  let from = Number.NEGATIVE_INFINITY;
  for (const { type, after } of plan) {
    const next = transitionFor(emailTransitions, current, type)?.to ?? current;
    if (next === current) continue;
    if (current === wanted) return { from, to: after };
    current = next;
    from = after;
  }
  return current === wanted ? { from, to: Number.POSITIVE_INFINITY } : undefined;
}

/** The status, events and times of an email at one moment. */
export interface EmailProgress {
  readonly status: EmailStatus;
  /** Events since it was accepted, oldest first. */
  readonly events: readonly EmailEvent[];
  readonly sentAt?: number;
  readonly deliveredAt?: number;
  /** The first time (R92). */
  readonly openedAt?: number;
  /** The first time (R92). */
  readonly clickedAt?: number;
}

type EventTime = 'sentAt' | 'deliveredAt' | 'openedAt' | 'clickedAt';

/** The times that the first event of each type gives. What is delivered or bounced was also sent at that time. */
const timesOf: Readonly<Record<EmailEventType, readonly EventTime[]>> = {
  sent: ['sentAt'],
  delivered: ['sentAt', 'deliveredAt'],
  bounced: ['sentAt'],
  failed: [],
  opened: ['openedAt'],
  clicked: ['clickedAt'],
};

/** Computes the progress of an email at a time. */
export function progressOf(message: MessageRecord, now: number): EmailProgress {
  const { createdAt, past, plan } = message;
  const events: EmailEvent[] = [...past];
  for (const { type, after } of plan) {
    if (createdAt + after <= now) events.push({ type, at: createdAt + after });
  }
  const times: Partial<Record<EventTime, number>> = {};
  for (const { type, at } of events) for (const name of timesOf[type]) times[name] ??= at;
  return { status: statusOf(message, now), events, ...times };
}

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
