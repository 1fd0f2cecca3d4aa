import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { EmailChecks } from '../../checks/check-message.ts';
import type { LinksAndCodes } from '../../reading/links-and-codes.ts';
import { resultOf } from '../../service/kernel/steps.ts';
import { present } from '../../service/state/copy.ts';
import { possibleSteps, progressOf } from '../../service/lifecycles/email.ts';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import type { MessageRecord } from '../../service/state/records.ts';
import type { Store } from '../../service/state/store.ts';
import { redactKeys } from '../../service/wire/redact.ts';
import { type ControlContext, covers } from '../context.ts';
import { flag } from '../fields.ts';
import { requestView, type RequestView } from '../requests/requests.ts';
import { requestRow, type RequestRow } from '../requests/rows.ts';
import { Sends } from '../requests/sends.ts';
import { invoke, type Verb } from '../verb.ts';
import { checkMessage } from './checks.ts';
import {
  findMessage,
  getMessage,
  type MessageEventView,
  type MessageReference,
  messageView,
  type MessageView,
} from './messages.ts';

/** A request of a story. */
export interface StoryRequest extends RequestRow {
  /** The fields that the service ignored (A122), at most 100. */
  readonly ignoredFields?: readonly string[];
}

/** One step of a story: a request, an event, or both. */
export interface StoryStep extends Omit<MessageEventView, 'type'> {
  /** The event; the accepted request is `queued`. Otherwise what the service did with the request. */
  readonly type: MessageEventView['type'] | Exclude<RequestRow['did'], 'accepted' | undefined>;
  /** The request, as far back as the request log goes. */
  readonly request?: StoryRequest;
  /** Present if it is still to come, at this time of the sandbox's clock. */
  readonly isAhead?: true;
}

/** Which story, and how much of it. */
export interface StoryInput extends MessageReference {
  /**
   * Whether the message has its content, links and codes, and what the checks found. Of a refused send: the request
   * with its response. Default `false`.
   */
  readonly whole?: boolean | undefined;
}

/** The history of a message: its requests and its events. */
export interface StoryView {
  /** The message as it is now, without its content, which never changes; absent if none came of it. */
  readonly message?: MessageView;
  /** The idempotency key of the message, or of the request; absent without one. */
  readonly idempotencyKey?: string;
  /** How many requests with the key there were, including those that the request log no longer has; absent without a key. */
  readonly attempts?: number;
  /**
   * In a few words, such as `delivered after 2 attempts, 1 repeat`. Attempts are the requests that led to it. Repeats,
   * conflicts and ignored fields are those of the requests that the request log still has.
   */
  readonly headline: string;
  /**
   * What happened, oldest first, then what is planned. Steps of the same moment: first the requests that led to the
   * message, then its events, then later requests with its key.
   */
  readonly steps: readonly StoryStep[];
}

/** A story, and what {@link StoryInput.whole} adds. */
export interface WholeStoryView extends StoryView {
  readonly message?: MessageView & Partial<LinksAndCodes>;
  /** Absent if the content of the message is damaged. */
  readonly checks?: EmailChecks;
  /** Present for a refused send. */
  readonly request?: RequestView;
}

export const getStory: Verb<StoryInput, WholeStoryView | Promise<WholeStoryView>> = {
  method: 'GET',
  path: '/messages/{id}/story',
  summary:
    'The history of a message: every request with its key, every event, and what is planned, in one list by time; by the id of the message or of a request',
  input: z.object({ id: z.string(), whole: z.optional(flag) }),
  run: (context, { id, whole = false }) => {
    const { store } = context.service;
    const sends = new Sends(store.requests.entries());
    const request = store.requests.entries().findLast(({ requestId }) => requestId === id);
    const isRequest = request !== undefined && covers(context, request.accountId);
    const message = isRequest ? messageAfter(request, sends, store) : findMessage(context, id);
    const entries = message ? sends.attemptsFor(message.id) : isRequest ? sends.attemptsLike(request) : [];
    const requests = entries.map((entry) => requestStep(entry, requestRow(entry, store, sends)));
    const { html: _html, text: _text, ...envelope } = message ?? {};
    const steps = message ? withEvents(requests, message, store.clock.now()) : requests;
    const last = requests.at(-1)?.request;
    const key = message?.idempotencyKey ?? last?.idempotencyKey;
    const story = present({
      idempotencyKey: key && redactKeys(key),
      attempts: message?.attempts ?? last?.attempt,
      message: message && messageView(context, envelope as MessageRecord),
      headline: headlineOf(steps, message?.acceptedAttempt),
      steps: steps.map((step) => ({ ...step, at: formatTimestamp(step.at) })),
    });
    return whole ? wholeStory(context, story, request) : story;
  },
};

async function wholeStory(
  context: ControlContext,
  story: StoryView,
  request: LoggedRequest | undefined,
): Promise<WholeStoryView> {
  if (!story.message) return present({ ...story, request: request && requestView(request) });
  const { id } = story.message;
  const message = await resultOf(invoke(getMessage, context, { id }));
  const isDamaged = message.damaged !== undefined;
  return present({
    ...story,
    message,
    checks: isDamaged ? undefined : await invoke(checkMessage, context, { id }),
  });
}

/** The message that a request sent, or that a later attempt with its key did. */
function messageAfter(request: LoggedRequest, sends: Sends, store: Store): MessageRecord | undefined {
  const attempts = sends.attemptsLike(request).filter(({ sequence }) => sequence >= request.sequence);
  return store.messages.get(attempts.find(({ sentId }) => sentId !== undefined)?.sentId ?? '');
}

/** A step with its time in milliseconds since 1970. */
type Step = Omit<StoryStep, 'at'> & { readonly at: number };

function requestStep({ at, ignoredFields }: LoggedRequest, row: RequestRow): Step {
  const { did = 'refused' } = row;
  const request = { ...row, ...(ignoredFields && { ignoredFields: ignoredFields.map(redactKeys) }) };
  return { type: did === 'accepted' ? 'queued' : did, at, request };
}

/** The requests and the events of a message as one list. A request is over when it is accepted, however late its response is. */
function withEvents(requests: readonly Step[], message: MessageRecord, now: number): readonly Step[] {
  const { createdAt, plan } = message;
  const { status, events } = progressOf(message, now);
  const planned = plan.filter(({ after }) => createdAt + after > now);
  const ahead = possibleSteps(status, planned).map(({ type, after }) => ({
    type,
    at: createdAt + after,
    isAhead: true as const,
  }));
  const accepted = requests.findIndex(({ type }) => type === 'queued');
  const queued = { ...requests[accepted], type: 'queued' as const, at: createdAt };
  const before = requests.slice(0, Math.max(0, accepted));
  const happened = [...before, queued, ...events, ...requests.slice(accepted + 1)];
  return [...happened.toSorted((a, b) => a.at - b.at), ...ahead];
}

function headlineOf(steps: readonly Step[], acceptedAttempt: number | undefined): string {
  const accepted = steps.findIndex(({ type }) => type === 'queued');
  const led = steps.slice(0, accepted + 1 || undefined);
  const inLog = led.filter(({ request }) => request && !request.isRepeat && request.did !== 'conflict');
  const attempts = acceptedAttempt ?? inLog.length;
  const repeats = steps.filter(({ request }) => request?.isRepeat).length;
  const conflicts = steps.filter(({ type }) => type === 'conflict').length;
  const ignored = new Set(steps.flatMap(({ request }) => request?.ignoredFields ?? [])).size;
  const last = steps.findLast(({ request, type, isAhead }) => !isAhead && (!request || type === 'queued'));
  const counts = [
    [repeats, 'repeat'],
    [conflicts, 'conflict'],
    [ignored, 'ignored field'],
  ] as const;
  const also = counts.flatMap(([count, noun]) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`],
  );
  const outcome = `${last?.type ?? 'refused'}${attempts > 1 ? ` after ${attempts} attempts` : ''}`;
  return [outcome, ...also].join(', ');
}
