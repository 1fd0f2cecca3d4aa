import { type Caller, CallError, request } from '../control-plane.ts';
import type { SandboxEvent } from '../control-types.ts';

/** State of the connection; `locked` if the control plane requires another token. */
export type StreamStatus = 'live' | 'lost' | 'locked';

/** Callbacks of {@link listen}. */
export interface StreamListener {
  onStatus(status: StreamStatus): void;
  /** Something changed. `event` is `undefined` for a request to the API and after a reconnect. */
  onEvent(event: SandboxEvent | undefined): void;
}

/** Most events that the page shows. */
export const keptEvents = 500;

/** The events up to the one that the caller looks back to, newest first. */
export async function eventsUntil(
  caller: Caller & { readonly at: number },
  signal: AbortSignal,
): Promise<readonly SandboxEvent[]> {
  const response = await request(
    caller,
    'streamEvents',
    { since: Math.max(0, caller.at - keptEvents) },
    { signal },
  );
  const events: SandboxEvent[] = [];
  for await (const { name, data } of eventsIn(response)) if (name !== '') events.push(JSON.parse(data));
  return events.reverse();
}

const retryDelayMs = 1_000;

/** Listens to the stream of events, and connects again when it breaks. `EventSource` could not send the token. */
export async function listen(caller: Caller, listener: StreamListener, signal: AbortSignal): Promise<void> {
  let since = 0;
  while (!signal.aborted) {
    try {
      const response = await request(caller, 'streamEvents', { requests: 'rows', since }, { signal });
      for await (const { name, data } of eventsIn(response)) {
        if (name === '') {
          listener.onStatus('live');
          // A change without a number, such as a reset, may have been missed while disconnected.
          listener.onEvent(undefined);
        } else if (name === 'request' || name === 'change') listener.onEvent(undefined);
        else {
          const event = JSON.parse(data) as SandboxEvent;
          since = event.sequence;
          listener.onEvent(event);
        }
      }
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        listener.onStatus('locked');
        return;
      }
    }
    if (signal.aborted) return;
    listener.onStatus('lost');
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}

/** The events of a stream. The comment that opens it counts as an event without a name. */
async function* eventsIn(response: Response): AsyncGenerator<{ name: string; data: string }> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unfinished = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (unfinished + value).split('\n\n');
    unfinished = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2) ?? '';
      yield { name: field('event'), data: field('data') };
    }
  }
}
