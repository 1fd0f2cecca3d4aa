import { addMessageEvent, type MessageEventInput } from '../control/messages.ts';
import { invoke } from '../control/verb.ts';
import { type Message, messageFrom } from './message.ts';
import { ScopedControls } from './scoped.ts';

/**
 * Lets things happen to emails, beside what time does by itself. Each takes an id or messageId and
 * gives the message afterwards; an impossible move throws a `ControlError`.
 */
export class EmailControls extends ScopedControls {
  /** The server of the recipient takes it; one that is still `queued` is sent and taken in one step. */
  deliver(id: string): Message {
    return this.#happen(id, 'delivered');
  }

  /** The server of the recipient refuses it; one that is still `queued` is sent and refused in one step. */
  bounce(id: string): Message {
    return this.#happen(id, 'bounced');
  }

  /** It cannot be handed over at all; only one that is still `queued` can fail. */
  fail(id: string): Message {
    return this.#happen(id, 'failed');
  }

  /** The recipient opens it, once it is delivered; `openedAt` stays that of the first time. */
  open(id: string): Message {
    return this.#happen(id, 'opened');
  }

  /**
   * The recipient follows a link in it, once it is delivered; `clickedAt` stays that of the first time.
   *
   * @param url The link.
   */
  click(id: string, url?: string): Message {
    return this.#happen(id, 'clicked', url);
  }

  #happen(id: string, type: MessageEventInput['type'], url?: string): Message {
    return messageFrom(this.scope, invoke(addMessageEvent, this.scope, { id, type, url }));
  }
}
