import { formatTimestamp } from '@mailrig/contract';
import * as z from 'zod/mini';
import type { LoggedEvent } from '../kernel/event-log.ts';
import { Content } from './content.ts';
import { count } from './fields.ts';
import type { Verb } from './verb.ts';

/** Something that happened, as the stream of events tells it. */
export interface EventView extends Omit<LoggedEvent, 'at'> {
  /** ISO 8601. */
  readonly at: string;
}

export const streamEvents: Verb<{ readonly since?: number | undefined }, Content> = {
  method: 'GET',
  path: '/events',
  summary: 'Server-sent events of what happens, after the event with number `since` where it is given',
  input: z.object({ since: z.optional(count) }),
  run: ({ service }, { since }) => {
    const { events } = service.store;
    const encoder = new TextEncoder();
    let stop = () => {};
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        // A first line tells the caller that it is listening from now on.
        send(': listening\n\n');
        if (since !== undefined) {
          for (const event of events.entries.values(events.entries.rank(since + 1))) send(eventText(event));
        }
        stop = events.subscribe((event) => send(eventText(event)));
      },
      cancel: () => stop(),
    });
    return new Content('text/event-stream', stream);
  },
};

function eventText(event: LoggedEvent): string {
  const view: EventView = { ...event, at: formatTimestamp(event.at) };
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(view)}\n\n`;
}
