import {
  type DeliveryOutcome,
  emailPlans,
  emailTransitions,
  outcomeOf,
  worstOutcome,
} from '../lifecycles/email.ts';
import { transitionFor } from '../lifecycles/transition.ts';
import { type EmailEventType, emailEventTypes, type Message } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { callOption } from './callbacks.ts';
import type { Settings } from './context.ts';

/** The names of email events in the event log and the due-queue. */
const names = Object.fromEntries(emailEventTypes.map((type) => [type, `email.${type}`])) as Readonly<
  Record<EmailEventType, string>
>;

/** Email events by these names. */
export const emailEvents: ReadonlyMap<string, EmailEventType> = new Map(
  emailEventTypes.map((type) => [names[type], type]),
);

const deliveryOutcomes = Object.keys(emailPlans) as readonly DeliveryOutcome[];

/**
 * Plans the events of an email from the addresses of its recipients (A64).
 *
 * @throws TypeError if the option `outcomes` returns an unknown outcome; its own errors pass through.
 */
export function planFor(settings: Settings, addressKeys: readonly string[]): readonly EmailEventType[] {
  const outcomes = addressKeys.map(
    (key) => callOption('outcomes', settings.outcomes, key, deliveryOutcomes) ?? outcomeOf(key),
  );
  return emailPlans[worstOutcome(outcomes)];
}

/** Adds the planned events of an email to the due-queue, none earlier than the one before it. */
export function schedule(
  store: Store,
  settings: Settings,
  message: Message,
  plan: readonly EmailEventType[],
): void {
  let at = message.createdAt;
  for (const type of plan) {
    at = Math.max(at, message.createdAt + settings.timing.email[type]);
    store.due.add({ at, kind: names[type], id: message.id });
  }
}

/**
 * Applies an event to an email now.
 *
 * @returns the changed email; `undefined` if its status rules the event out.
 */
export function applyEvent(
  store: Store,
  id: string,
  type: EmailEventType,
  url?: string,
): Message | undefined {
  const at = store.clock.now();
  const after = store.messages.update(id, (message) => {
    const transition = transitionFor(emailTransitions, message.status, type);
    if (!transition) return undefined;
    const event = url === undefined ? { type, at } : { type, at, url };
    const timeline = [...message.timeline, event];
    const moved: Draft = { ...message, status: transition.to, timeline };
    stamp(moved, type, at);
    return moved;
  });
  if (!after) return undefined;
  const { accountId } = after;
  store.log(names[type], url === undefined ? { id, accountId } : { id, accountId, url });
  return after;
}

/** Cancels planned events that have become impossible for an email. */
export function withdrawImpossible(store: Store, message: Message): void {
  let { status } = message;
  store.due.remove(({ id, kind }) => {
    const type = emailEvents.get(kind);
    if (id !== message.id || !type) return false;
    const transition = transitionFor(emailTransitions, status, type);
    if (transition) status = transition.to;
    return !transition;
  });
}

/** Deletes emails with their planned events and idempotency keys. */
export function forgetMessages(store: Store, messages: readonly Message[]): void {
  const ids = new Set(messages.map(({ id }) => id));
  for (const id of ids) store.messages.delete(id);
  store.due.remove(({ id, kind }) => emailEvents.has(kind) && ids.has(id));
  for (const { id, messageId } of store.idempotentSends.all()) {
    if (ids.has(messageId)) store.idempotentSends.delete(id);
  }
}

/** An email that is not stored yet. */
type Draft = { -readonly [Member in keyof Message]: Message[Member] };

/** Sets the time of an event on an email; opens and clicks keep the first time (R92). */
function stamp(message: Draft, type: EmailEventType, at: number): void {
  if (type === 'opened') message.openedAt ??= at;
  else if (type === 'clicked') message.clickedAt ??= at;
  else if (type !== 'failed') message.sentAt ??= at;
  if (type === 'delivered') message.deliveredAt = at;
}
