import { addMessageEvent, type MessageEventInput } from '../control/messages.ts';
import { invoke } from '../control/verb.ts';
import { type Message, messageFrom } from './message.ts';
import { ScopedControls } from './scoped.ts';

/**
 * Lets things happen to emails, beside what time does by itself. Each takes an id or messageId and
 * gives the message afterwards; an impossible move throws a `ControlError`.
 */
export class EmailControls extends ScopedControls {
  deliver(id: string): Message {
    return this.#happen(id, 'delivered');
  }

  bounce(id: string): Message {
    return this.#happen(id, 'bounced');
  }

  fail(id: string): Message {
    return this.#happen(id, 'failed');
  }

  open(id: string): Message {
    return this.#happen(id, 'opened');
  }

  /** @param url The link that was followed. */
  click(id: string, url?: string): Message {
    return this.#happen(id, 'clicked', url);
  }

  #happen(id: string, type: MessageEventInput['type'], url?: string): Message {
    return messageFrom(this.scope, invoke(addMessageEvent, this.scope, { id, type, url }));
  }
}
