import type { SandboxEvent } from './answers.ts';
import { type Caller, CallError, request } from './call.ts';

/** Whether the page hears of what happens. */
export type LiveStatus = 'connecting' | 'live' | 'lost' | 'locked';

/** What the stream of events is listened to for. */
export interface LiveListener {
  status(status: LiveStatus): void;
  /** Something happened; `event` is absent where it was a request to the API. */
  happened(event: SandboxEvent | undefined): void;
}

const pause = 1_000;

/**
 * Listens to the stream of events until the returned function is called, and connects again when it
 * breaks. An `EventSource` could not send the token.
 */
export function listen(caller: Caller, listener: LiveListener): () => void {
  const stopped = new AbortController();
  void keepListening({ ...caller, account: undefined }, listener, stopped.signal);
  return () => stopped.abort();
}

async function keepListening(caller: Caller, listener: LiveListener, signal: AbortSignal): Promise<void> {
  let since = 0;
  while (!signal.aborted) {
    try {
      listener.status('connecting');
      const response = await request(caller, `/events?requests=true&since=${since}`, { signal });
      for await (const { name, data } of eventsIn(response)) {
        if (name === '') {
          listener.status('live');
          // What has no number, such as a reset, was missed in between.
          listener.happened(undefined);
        } else if (name === 'request') listener.happened(undefined);
        else {
          const event = JSON.parse(data) as SandboxEvent;
          since = event.sequence;
          listener.happened(event);
        }
      }
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        listener.status('locked');
        return;
      }
    }
    if (signal.aborted) return;
    listener.status('lost');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The events of a stream; the comment at its beginning is one without a name. */
async function* eventsIn(response: Response): AsyncGenerator<{ name: string; data: string }> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
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
