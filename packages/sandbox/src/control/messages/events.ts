import { ScopedControls } from '../context.ts';
import { oneOf } from '@mailrig/contract';
import * as z from 'zod/mini';
import { statusOf } from '../../service/lifecycles/email.ts';
import { applyEvent } from '../../service/rules/delivery.ts';
import { emailEventTypes } from '../../service/state/plans.ts';
import type { EmailEventType } from '../../service/state/records.ts';
import { impossible } from '../control-error.ts';
import { type Message, messageFrom } from './message.ts';
import { findMessage, type MessageReference, messageView, type MessageView } from './messages.ts';
import { invoke, type Verb } from '../verb.ts';

/** An event for a message. */
export interface MessageEventInput extends MessageReference {
  /** The event; refused with 409 if the status of the message rules it out. */
  readonly type: EmailEventType;
  /** The link that was followed, if `type` is `clicked`. */
  readonly url?: string | undefined;
}

export const addMessageEvent: Verb<MessageEventInput, MessageView> = {
  method: 'POST',
  path: '/messages/{id}/events',
  summary: 'Apply an event to a message now',
  input: z.object({ id: z.string(), type: oneOf(emailEventTypes), url: z.optional(z.string()) }),
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
 * Makes events happen to emails at once. Each method takes an id or messageId and returns the changed
 * message; an impossible event throws a `ControlError`.
 *
 * ```ts
 * sandbox.emails.bounce(messageId);
 * sandbox.emails.open(messageId);
 * ```
 */
export class EmailControls extends ScopedControls {
  /**
   * The recipient's server accepts it. A `queued` email is sent and accepted in one step.
   *
   * @param id Id or message id.
   */
  deliver(id: string): Message {
    return this.#applyEvent(id, 'delivered');
  }

  /**
   * The recipient's server rejects it. A `queued` email is sent and rejected in one step.
   *
   * @param id Id or message id.
   */
  bounce(id: string): Message {
    return this.#applyEvent(id, 'bounced');
  }

  /**
   * Sending it fails. Only a `queued` email can fail.
   *
   * @param id Id or message id.
   */
  fail(id: string): Message {
    return this.#applyEvent(id, 'failed');
  }

  /**
   * The recipient opens it. It must be delivered; `openedAt` is the first time.
   *
   * @param id Id or message id.
   */
  open(id: string): Message {
    return this.#applyEvent(id, 'opened');
  }

  /**
   * The recipient follows a link in it. It must be delivered; `clickedAt` is the first time.
   *
   * @param url The link.
   * @param id Id or message id.
   */
  click(id: string, url?: string): Message {
    return this.#applyEvent(id, 'clicked', url);
  }

  #applyEvent(id: string, type: MessageEventInput['type'], url?: string): Message {
    return messageFrom(this.context, invoke(addMessageEvent, this.context, { id, type, url }));
  }
}
