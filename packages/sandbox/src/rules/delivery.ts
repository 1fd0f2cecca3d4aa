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
import type { EmailEventType, IdempotentSend, Message } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { callOption } from './callbacks.ts';
import type { Settings } from './context.ts';

type Plan = Message['plan'];

/** The plan for each outcome, by the timing it is made from. */
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
 * Applies an event to an email now, and drops planned events that it makes impossible.
 *
 * @returns the changed email; `undefined` if its status rules the event out.
 */
export function applyEvent(
  store: Store,
  message: Message,
  type: EmailEventType,
  url?: string,
): Message | undefined {
  return store.clock.hold(() => {
    const at = store.clock.now();
    const { id, accountId, createdAt } = message;
    const { status, events } = progressOf(message, at);
    const transition = transitionFor(emailTransitions, status, type);
    if (!transition) return undefined;
    const link = url === undefined ? {} : { url };
    const left = message.plan.filter(({ after }) => createdAt + after > at);
    store.log(`email.${type}`, { id, accountId, ...link });
    return store.messages.replace({
      ...message,
      status: transition.to,
      past: [...events, { type, at, ...link }],
      plan: possibleSteps(transition.to, left),
    });
  });
}

/** Deletes the emails of an account and frees its idempotency keys. */
export function forgetMessages(store: Store, accountId: string): void {
  store.emailEvents.catchUp();
  const emails = store.messages.select(['account', accountId]);
  for (const { id } of emails.newest(0, emails.count)) store.messages.delete(id);
  freeKeys(store, (send) => send.accountId === accountId);
}

/** Deletes one email and frees its idempotency key. */
export function forgetMessage(store: Store, { id }: Message): void {
  store.emailEvents.catchUp();
  store.messages.delete(id);
  freeKeys(store, ({ receipt }) => receipt.id === id);
}

function freeKeys({ idempotentSends }: Store, isFree: (send: IdempotentSend) => boolean): void {
  for (const send of idempotentSends.all()) {
    if (isFree(send)) idempotentSends.delete(send.id);
  }
}
