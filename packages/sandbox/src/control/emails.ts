import * as z from 'zod/mini';
import { statusOf } from '../lifecycles/email.ts';
import { applyEvent } from '../rules/delivery.ts';
import { type EmailEventType, emailEventTypes } from '../state/records.ts';
import { impossible } from './control-error.ts';
import { type Message, messageFrom } from './message.ts';
import { findMessage, type MessageReference, messageView, type MessageView } from './messages.ts';
import { ScopedControls } from './scoped-controls.ts';
import { invoke, type Verb } from './verb.ts';

/** An event to happen to a message. */
export interface MessageEventInput extends MessageReference {
  /** What happens; a move that its status rules out is refused with 409. */
  readonly type: EmailEventType;
  /** The link that was followed, where `type` is `clicked`. */
  readonly url?: string | undefined;
}

export const addMessageEvent: Verb<MessageEventInput, MessageView> = {
  method: 'POST',
  path: '/messages/{id}/events',
  summary: 'Let something happen to a message now',
  input: z.object({
    id: z.string(),
    type: z.enum(emailEventTypes, { error: `must be one of ${emailEventTypes.join(', ')}` }),
    url: z.optional(z.string()),
  }),
  status: 200,
  run: (context, { id, type, url }) => {
    const { store } = context.service;
    const message = findMessage(context, id);
    const after = applyEvent(store, message, type, url);
    if (!after) {
      throw impossible(`An email that is ${statusOf(message, store.clock.now())} cannot be ${type}`);
    }
    return messageView(context, after);
  },
};

/**
 * Lets things happen to emails, beside what time does by itself. Each takes an id or messageId and
 * gives the message afterwards; an impossible move throws a `ControlError`.
 */
export class EmailControls extends ScopedControls {
  /** The server of the recipient takes it; one that is still `queued` is sent and taken in one step. */
  deliver(id: string): Message {
    return this.#applyEvent(id, 'delivered');
  }

  /** The server of the recipient refuses it; one that is still `queued` is sent and refused in one step. */
  bounce(id: string): Message {
    return this.#applyEvent(id, 'bounced');
  }

  /** It cannot be handed over at all; only one that is still `queued` can fail. */
  fail(id: string): Message {
    return this.#applyEvent(id, 'failed');
  }

  /** The recipient opens it, once it is delivered; `openedAt` stays that of the first time. */
  open(id: string): Message {
    return this.#applyEvent(id, 'opened');
  }

  /**
   * The recipient follows a link in it, once it is delivered; `clickedAt` stays that of the first time.
   *
   * @param url The link.
   */
  click(id: string, url?: string): Message {
    return this.#applyEvent(id, 'clicked', url);
  }

  #applyEvent(id: string, type: MessageEventInput['type'], url?: string): Message {
    return messageFrom(this.context, invoke(addMessageEvent, this.context, { id, type, url }));
  }
}
