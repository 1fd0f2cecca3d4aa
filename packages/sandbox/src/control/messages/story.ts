import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import { possibleSteps, progressOf } from '../../service/lifecycles/email.ts';
import type { JournalEntry } from '../../service/state/journal-entry.ts';
import type { MessageRecord } from '../../service/state/records.ts';
import type { Store } from '../../service/state/store.ts';
import { covers } from '../context.ts';
import { requestRow, type RequestRow } from '../requests/rows.ts';
import { Sends } from '../requests/sends.ts';
import type { Verb } from '../verb.ts';
import {
  findMessage,
  type MessageEventView,
  type MessageReference,
  messageView,
  type MessageView,
} from './messages.ts';

/** One step of a message. */
export interface StoryStep extends MessageEventView {
  /** Present if it is still to come, at this time of the sandbox's clock. */
  readonly isAhead?: true;
}

/** How a message came to be, and what became of it. */
export interface StoryView {
  /** The message as it is now, without its content, which never changes; absent if none came of it. */
  readonly message?: MessageView;
  /** The requests that led to it, oldest first, as far back as the journal goes; with its idempotency key, those that failed too. */
  readonly attempts: readonly RequestRow[];
  /** Its events, then those that are planned; none if the send was refused. */
  readonly steps: readonly StoryStep[];
}

export const getStory: Verb<MessageReference, StoryView> = {
  method: 'GET',
  path: '/messages/{id}/story',
  summary:
    'How a message came to be and what happens to it: every attempt, every event, and what is planned; by the id of the message or of a request',
  input: z.object({ id: z.string() }),
  run: (context, { id }) => {
    const { store } = context.service;
    const sends = new Sends(store.requests.entries());
    const request = store.requests.entries().findLast(({ requestId }) => requestId === id);
    const isRequest = request !== undefined && covers(context, request.accountId);
    const message = isRequest ? messageAfter(request, sends, store) : findMessage(context, id);
    const attempts = message ? sends.attemptsFor(message.id) : isRequest ? sends.attemptsLike(request) : [];
    const { html: _html, text: _text, ...envelope } = message ?? {};
    return {
      ...(message && { message: messageView(context, envelope as MessageRecord) }),
      attempts: attempts.map((entry) => requestRow(entry, store, sends)),
      steps: message ? stepsOf(message, store.clock.now()) : [],
    };
  },
};

/** The message that a request sent, or that a later attempt with its key did. */
function messageAfter(request: JournalEntry, sends: Sends, store: Store): MessageRecord | undefined {
  const later = sends.attemptsLike(request).filter(({ sequence }) => sequence >= request.sequence);
  return store.messages.get(later.find(({ sentId }) => sentId !== undefined)?.sentId ?? '');
}

function stepsOf(message: MessageRecord, now: number): readonly StoryStep[] {
  const { createdAt, plan } = message;
  const { status, events } = progressOf(message, now);
  const ahead = possibleSteps(
    status,
    plan.filter(({ after }) => createdAt + after > now),
  ).map(({ type, after }) => ({ type, at: createdAt + after, isAhead: true as const }));
  return [{ type: 'queued' as const, at: createdAt }, ...events, ...ahead].map((step) => ({
    ...step,
    at: formatTimestamp(step.at),
  }));
}
