import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { LoggedEvent } from '../kernel/event-log.ts';
import { count } from './fields.ts';
import { watchRequests } from './requests.ts';
import { Content, type Verb } from './verb.ts';

/** Something that happened, as the stream of events tells it. */
export interface EventView extends Omit<LoggedEvent, 'at'> {
  /** ISO 8601. */
  readonly at: string;
}

/** What to tell of. */
export interface EventChoice {
  /** Number of the event after which to begin. Default: only what is still to come. */
  readonly since?: number | undefined;
  /** Whether to tell of each request to the API too, as an event `request` without a number. Default `false`. */
  readonly requests?: 'true' | 'false' | undefined;
}

/** How many events may wait for a reader, beside those that it asked for with `since`. */
const mostWaiting = 10_000;

/**
 * The stream of events. A reader that falls too far behind is dropped, as it would fill the memory:
 * its stream fails, and it may come back with `since`.
 */
export const streamEvents: Verb<EventChoice, Content> = {
  method: 'GET',
  path: '/events',
  summary:
    'Server-sent events of what happens, after the event with number `since` where it is given, and with `requests=true` of each request; a reader that is 10,000 events behind is dropped',
  input: z.object({
    since: z.optional(count),
    requests: z.optional(z.enum(['true', 'false'], { error: 'must be true or false' })),
  }),
  run: (context, { since, requests }) => {
    const { events } = context.service.store;
    const missed = since === undefined ? [] : events.entries().filter(({ sequence }) => sequence > since);
    const encoder = new TextEncoder();
    const stops: (() => void)[] = [];
    const stop = () => stops.forEach((unsubscribe) => unsubscribe());
    const stream = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text));
          const tell = (text: string) => {
            if ((controller.desiredSize ?? 0) > 0) return send(text);
            stop();
            controller.error(
              new Error(`The reader of the events is ${mostWaiting} behind: come back with since`),
            );
          };
          // A first line tells the caller that it is listening from now on.
          send(': listening\n\n');
          missed.forEach((event) => send(eventText(event)));
          stops.push(events.subscribe((event) => tell(eventText(event))));
          if (requests !== 'true') return;
          stops.push(
            watchRequests(context, (seen) => tell(`event: request\ndata: ${JSON.stringify(seen)}\n\n`)),
          );
        },
        cancel: stop,
      },
      { highWaterMark: 1 + missed.length + mostWaiting },
    );
    return new Content('text/event-stream', stream);
  },
};

function eventText(event: LoggedEvent): string {
  const view: EventView = { ...event, at: formatTimestamp(event.at) };
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(view)}\n\n`;
}
