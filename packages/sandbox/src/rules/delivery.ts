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
import { givenBy } from './callbacks.ts';
import type { Settings } from './context.ts';

/** What each event of an email is called in the event log, and in the due-queue where it is planned. */
const names = Object.fromEntries(emailEventTypes.map((type) => [type, `email.${type}`])) as Readonly<
  Record<EmailEventType, string>
>;

/** The events of an email by their names. */
export const emailEvents: ReadonlyMap<string, EmailEventType> = new Map(
  emailEventTypes.map((type) => [names[type], type]),
);

const deliveryOutcomes = Object.keys(emailPlans) as readonly DeliveryOutcome[];

/**
 * What is to become of an email, from the addresses of its recipients (decision A64).
 *
 * @throws TypeError where the user's own `outcomes` gives what is none; and whatever that throws.
 */
export function planFor(settings: Settings, addressKeys: readonly string[]): readonly EmailEventType[] {
  const outcomes = addressKeys.map(
    (key) => givenBy('outcomes', settings.outcomes, key, deliveryOutcomes) ?? outcomeOf(key),
  );
  return emailPlans[worstOutcome(outcomes)];
}

/** Puts what is to become of an accepted email into the due-queue: no step before the one that it follows. */
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
 * Lets an event happen to an email now.
 *
 * @returns the email after it; `undefined` where it is impossible in its present state.
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

/** Takes back what was planned for an email and can no longer happen to it. */
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

/** Forgets emails, with what was planned for them and the idempotency keys that stand for them. */
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

/** Writes down when an event happened to an email; opens and clicks keep the first time (R92). */
function stamp(message: Draft, type: EmailEventType, at: number): void {
  if (type === 'opened') message.openedAt ??= at;
  else if (type === 'clicked') message.clickedAt ??= at;
  else if (type !== 'failed') message.sentAt ??= at;
  if (type === 'delivered') message.deliveredAt = at;
}
