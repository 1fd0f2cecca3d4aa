import { ScopedControls } from '../context.ts';
import { type Duration, durationText } from '../../service/kernel/duration.ts';
import { atOnce, resultOf, type Steps } from '../../service/kernel/steps.ts';
import * as z from 'zod/mini';
import { checkOptions, ControlError } from '../control-error.ts';
import { markAs } from '../copies.ts';
import { duration } from '../fields.ts';
import { type Message, messageFrom } from './message.ts';
import { filterText, mailboxFields, type MailboxFilter } from './search.ts';
import {
  clearMailbox,
  findMessages,
  findMessage,
  type MessagesView,
  messageView,
  removeMessage,
} from './messages.ts';
import { refusals } from '../requests/requests.ts';
import { contents, defaultWait } from './missing.ts';
import { getStory, type StoryView } from './story.ts';
import { everything } from '../list-verbs/list.ts';
import { clockNote } from '../clock/clock.ts';
import { invoke } from '../verb.ts';

const filterRows = z.object(mailboxFields);
const waitRows = z.object({ timeout: z.optional(duration) });

/**
 * The captured mail of an account, live and simulated.
 *
 * ```ts
 * sandbox.mailbox.latest({ to: 'grace@example.org' })?.codes();
 * await sandbox.mailbox.waitFor({ subject: 'receipt' }, { timeout: '10s' });
 * ```
 */
export class Mailbox extends ScopedControls {
  static {
    markAs('mailbox', this);
  }

  /** The messages that match, newest first. */
  list(filter: MailboxFilter = {}): Message[] {
    return this.#messages(filter, everything);
  }

  /** How many messages match. */
  count(filter: MailboxFilter = {}): number {
    return this.#find(filter, 0).total ?? 0;
  }

  /** The newest message that matches. */
  latest(filter: MailboxFilter = {}): Message | undefined {
    return this.#messages(filter, 1)[0];
  }

  /**
   * The message with this id or messageId. Throws a `ControlError` if there is none.
   *
   * @param id Id or message id.
   */
  get(id: string): Message {
    this.context.service.store.clock.settle();
    return messageFrom(this.context, messageView(this.context, findMessage(this.context, id)));
  }

  /**
   * The history of a message: every attempt to send it, its events, and those planned.
   *
   * @param id Its id or messageId, or the request id of an attempt, for example of a refused one.
   */
  story(id: string): StoryView {
    return invoke(getStory, this.context, { id }) as StoryView;
  }

  /**
   * Waits, in real time, until a message matches.
   *
   * @param options How long to wait.
   * @param options.timeout Default 4 s, so that it ends before a test of Vitest or Jest does. After it, a `ControlError`
   * lists the messages in the mailbox and the sends that failed.
   */
  async waitFor(filter: MailboxFilter = {}, options: { readonly timeout?: Duration } = {}): Promise<Message> {
    checkOptions(filterRows, filter);
    checkOptions(waitRows, options);
    const { timeout = defaultWait } = options;
    const found = findMessages(this.context, filter, { limit: 1, wait: timeout });
    const { messages } = await resultOf(found);
    const [message] = messages;
    if (message) return messageFrom(this.context, message);
    throw new ControlError(
      408,
      'TIMEOUT',
      `No message matched ${filterText(filter)} within ${durationText(timeout)}. ${contents(this.list())}${refusals(this.context)}${clockNote(this.context)}`,
    );
  }

  /**
   * Deletes the message with this id or messageId. It is no longer listed, its planned events are cancelled,
   * and its idempotency key is free again. Throws a `ControlError` if there is none.
   *
   * @param id Id or message id.
   */
  remove(id: string): void {
    invoke(removeMessage, this.context, { id });
  }

  /**
   * Deletes the messages of the account that match. They are no longer listed, their planned events are cancelled,
   * and their idempotency keys are free again.
   *
   * @param filter Which messages. Default: all.
   */
  clear(filter: MailboxFilter = {}): void {
    checkOptions(filterRows, filter);
    atOnce(invoke(clearMailbox, this.context, filter));
  }

  /**
   * The latest sends that failed as text, for errors about a message that is missing.
   *
   * @internal
   */
  static refusals({ context }: Mailbox): string {
    return refusals(context);
  }

  /**
   * Calls that have no response yet, for errors about a message that is missing.
   *
   * @internal
   */
  static underWay({ context }: Mailbox): number {
    return context.service.store.underWay;
  }

  #find(filter: MailboxFilter, limit: number): MessagesView {
    checkOptions(filterRows, filter);
    return atOnce(findMessages(this.context, filter, { limit }) as Steps<MessagesView>);
  }

  #messages(filter: MailboxFilter, limit: number): Message[] {
    return this.#find(filter, limit).messages.map((message) => messageFrom(this.context, message));
  }
}
