import { formatTimestamp, oneOf } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { LoggedEvent } from '../../service/kernel/event-log.ts';
import type { LoggedRequest } from '../../service/state/logged-request.ts';
import type { Store } from '../../service/state/store.ts';
import { count } from '../fields.ts';
import { requestView, watchRequests } from '../requests/requests.ts';
import { requestRow } from '../requests/rows.ts';
import { RawResult, type Verb } from '../verb.ts';
import { firstOf } from '@mailrig/contract/checking';

/** One thing that happened. */
export interface EventView extends Omit<LoggedEvent, 'at'> {
  /** When it happened. ISO 8601. */
  readonly at: string;
  /** The name of what it is about, such as the recipient and the subject; absent if it has none or is gone. */
  readonly about?: string;
}

/** Which events to send. */
export interface EventsInput {
  /** Number of the event after which to begin. Default: only future events. */
  readonly since?: number | undefined;
  /**
   * Whether to send each request to the API too, as an event `request` without a number: `true` sends the
   * whole entry of the log, `rows` only a row of it. With both, a change by the control plane that is no event,
   * such as a deletion, is an event `change` without data. Default `false`.
   */
  readonly requests?: 'true' | 'rows' | 'false' | undefined;
}

/** Most events that wait for a slow reader, besides those that `since` selects. */
const mostWaiting = 10_000;

/** The stream of events. A reader that falls too far behind is disconnected; it can reconnect with `since`. */
export const streamEvents: Verb<EventsInput, RawResult> = {
  method: 'GET',
  path: '/events',
  summary:
    'Events as they happen (server-sent events), starting after number `since` if given; `requests=true` adds each request, `requests=rows` only a row about it; a reader that is 10,000 events behind is disconnected',
  input: z.object({ since: z.optional(count), requests: z.optional(oneOf(['true', 'rows', 'false'])) }),
  run: (context, { since, requests }) => {
    const { store } = context.service;
    const { events } = store;
    const { at: last = Number.POSITIVE_INFINITY } = context;
    const missed = events
      .entries()
      .filter(({ sequence }) => sequence > (since ?? Number.POSITIVE_INFINITY) && sequence <= last);
    const encoder = new TextEncoder();
    const stops: (() => void)[] = [];
    const stop = () => stops.forEach((unsubscribe) => unsubscribe());
    const stream = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text));
          const push = (text: string) => {
            if ((controller.desiredSize ?? 0) > 0) return send(text);
            stop();
            controller.error(new Error(`The reader is ${mostWaiting} events behind: reconnect with since`));
          };
          // The first line shows the caller that the stream is open.
          send(': listening\n\n');
          missed.forEach((event) => send(eventText(event, store)));
          const hasRequests = requests === 'true' || requests === 'rows';
          const changed = (source: string) => {
            if (source === 'state' || (hasRequests && source === 'control'))
              push('event: change\ndata: {}\n\n');
          };
          stops.push(
            store.listen((event) => push(eventText(event, store))),
            store.observers.add({ changed }),
          );
          const end = () => {
            stop();
            controller.close();
          };
          context.signal?.addEventListener('abort', end);
          stops.push(() => context.signal?.removeEventListener('abort', end));
          if (context.signal?.aborted || context.at !== undefined) return end();
          if (!hasRequests) return;
          const view = requests === 'rows' ? (seen: LoggedRequest) => requestRow(seen, store) : requestView;
          stops.push(
            watchRequests(context, (seen) => push(`event: request\ndata: ${JSON.stringify(view(seen))}\n\n`)),
          );
        },
        cancel: stop,
      },
      { highWaterMark: 1 + missed.length + mostWaiting },
    );
    return new RawResult('text/event-stream', stream);
  },
};

/** An event as callers see it. */
export function eventView(event: LoggedEvent, store: Store): EventView {
  const about = eventTitle(event, store);
  return { ...event, at: formatTimestamp(event.at), ...(about !== undefined && { about }) };
}

function eventText(event: LoggedEvent, store: Store): string {
  const view = eventView(event, store);
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(view)}\n\n`;
}

/** The name of what an event is about, such as the recipient and the subject of an email; `undefined` if it is gone. */
function eventTitle({ type, data }: LoggedEvent, store: Store): string | undefined {
  const [noun = ''] = type.split('.');
  return typeof data['id'] === 'string' ? namesOf[noun]?.(store, data['id']) : undefined;
}

/** How to name a record, by the first word of an event. */
const namesOf: Readonly<Record<string, (store: Store, id: string) => string | undefined>> = {
  email: ({ messages }, id) => {
    const message = messages.get(id);
    if (!message) return undefined;
    return `${firstOf(message.to)}, ${message.subject.trim() || '(no subject)'}`;
  },
  contact: ({ contacts }, id) => contacts.get(id)?.email,
  list: ({ contactLists }, id) => contactLists.get(id)?.name,
  verification: ({ verifications }, id) => firstOf(verifications.get(id)?.emails ?? []),
  attachment: ({ attachments }, id) => attachments.get(id)?.filename,
};
