import type { Steps } from '../kernel/steps.ts';
import {
  type DeliveryOutcome,
  deliveryOutcomes,
  type EmailTiming,
  emailTransitions,
  outcomeOf,
  planToward,
  possibleSteps,
  progressOf,
  worstOutcome,
} from '../lifecycles/email.ts';
import { transitionFor } from '../lifecycles/transition.ts';
import type { EmailEventType, MessageRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { callOption } from './call-option.ts';
import type { Settings } from './context.ts';

type Plan = MessageRecord['plan'];

/** The plans for a timing, one for each outcome. Emails share them. */
const plans = new WeakMap<EmailTiming, Readonly<Record<DeliveryOutcome, Plan>>>();

/**
 * Plans the events of an email from the addresses of its recipients (A64).
 *
 * @throws TypeError if the option `outcomes` returns an unknown outcome; its own errors pass through.
 */
export function planFor(settings: Settings, addressKeys: readonly string[]): Plan {
  const outcomes = addressKeys.map(
    (key) => callOption('outcomes', settings.outcomes, key, deliveryOutcomes) ?? outcomeOf(key),
  );
  const { email: timing } = settings.timing;
  let known = plans.get(timing);
  if (!known) {
    const entries = deliveryOutcomes.map((outcome) => [outcome, Object.freeze(planToward(outcome, timing))]);
    known = Object.fromEntries(entries) as Readonly<Record<DeliveryOutcome, Plan>>;
    plans.set(timing, known);
  }
  return known[worstOutcome(outcomes)];
}

/**
 * Applies an event to an email now, and removes planned events that it makes impossible.
 *
 * @returns the changed email; `undefined` if its status rules the event out.
 */
export function applyEvent(
  store: Store,
  message: MessageRecord,
  type: EmailEventType,
  url?: string,
): MessageRecord | undefined {
  return store.clock.hold(() => {
    const at = store.clock.now();
    const { id, accountId, createdAt } = message;
    const { status, events } = progressOf(message, at);
    const transition = transitionFor(emailTransitions, status, type);
    if (!transition) return undefined;
    const link = url === undefined ? {} : { url };
    const remaining = message.plan.filter(({ after }) => createdAt + after > at);
    store.log(`email.${type}`, { id, accountId, ...link });
    return store.messages.replace({
      ...message,
      status: transition.to,
      past: [...events, { type, at, ...link }],
      plan: possibleSteps(transition.to, remaining),
    });
  });
}

/** Deletes the emails that an account has when it starts, and frees their idempotency keys. Later emails stay. */
export function* forgetMessages(
  store: Store,
  accountId: string,
  isGone: (message: MessageRecord) => boolean,
): Steps<void> {
  const { messages, idempotentSends } = store;
  let to = messages.sequence;
  for (;;) {
    // The log computes its events from the emails, so it does so before they go.
    store.emailEvents.catchUp();
    const selected = messages.select(['account', accountId], { to });
    const block = selected.newest(0, blockSize);
    const oldest = selected.numbers(0, blockSize).at(-1);
    if (oldest === undefined) break;
    for (const message of block) if (isGone(message)) messages.delete(message.id);
    to = oldest;
    yield;
  }
  for (const send of idempotentSends.all()) {
    const isFree = send.receipt && !messages.get(send.receipt.id);
    if (send.accountId === accountId && isFree) idempotentSends.delete(send.id);
    yield;
  }
}

/** Number of emails to delete before other requests may run. */
const blockSize = 64;

/** Deletes one email and frees its idempotency key. */
export function forgetMessage(store: Store, { id }: MessageRecord): void {
  store.emailEvents.catchUp();
  store.messages.delete(id);
  for (const send of store.idempotentSends.all()) {
    if (send.receipt?.id === id) store.idempotentSends.delete(send.id);
  }
}
