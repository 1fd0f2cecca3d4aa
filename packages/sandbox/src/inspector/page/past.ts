import { useEffect, useMemo, useState } from 'preact/hooks';
import { call, type Caller } from './control-plane.ts';
import type { SandboxEvent, Summary } from './control-types.ts';
import { eventsUntil } from './event-stream.ts';
import { shortTime } from './format.ts';
import { setParams } from './route.ts';
import { isNoResponse, type Peek, useAction, useSandbox } from './sandbox-context.ts';

/** What the page shows of the sandbox as it was right after an event. */
export interface Past {
  readonly summary: Summary;
  /** That event and those before it, newest first. */
  readonly events: readonly SandboxEvent[];
}

/** Shows everything as it was right after an event; `undefined` for now. */
export function rewindTo(sequence: number | undefined): void {
  setParams({ at: sequence === undefined ? '' : String(sequence) });
}

/**
 * The state that the caller looks back to; `undefined` for now, and until it has loaded.
 *
 * @param onGone Called with the error if the past is gone.
 */
export function usePast(caller: Caller, onGone: (error: unknown) => void): Past | undefined {
  const { at } = caller;
  const [past, setPast] = useState<Past>();
  useEffect(() => {
    if (at === undefined) return setPast(undefined);
    const left = new AbortController();
    const { signal } = left;
    Promise.all([call(caller, 'getSummary', {}, { signal }), eventsUntil({ ...caller, at }, signal)]).then(
      ([summary, events]) => {
        const clock = { ...summary.clock, frozen: true };
        if (!signal.aborted) setPast({ summary: { ...summary, clock }, events });
      },
      (error: unknown) => {
        if (!signal.aborted && !isNoResponse(error)) onGone(error);
      },
    );
    return () => left.abort();
  }, [caller, at, onGone]);
  return at === undefined ? undefined : past;
}

/** The function that makes the past the present. */
export function useContinue(): () => Promise<void> {
  const { caller } = useSandbox();
  const act = useAction();
  return async () => {
    if (await act('rewind', { to: caller.at }, { done: 'Continued from here', fromPast: true })) {
      rewindTo(undefined);
    }
  };
}

/** Milliseconds that the pointer rests before the page shows another moment. */
const restMs = 100;

/** The event whose moment is shown for a while, and the handlers that show it. */
export function usePeek(): readonly [peeked: number | undefined, peek: Peek] {
  const [peeked, setPeeked] = useState<number>();
  const peek = useMemo<Peek>(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (sequence: number | undefined) => {
      clearTimeout(timer);
      timer = setTimeout(() => setPeeked(sequence), sequence === undefined ? 0 : restMs);
    };
    const end = () => show(undefined);
    return {
      end,
      over: (sequence) =>
        sequence === undefined
          ? {}
          : {
              onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && show(sequence),
              onPointerLeave: end,
              onFocusIn: () => show(sequence),
              onFocusOut: end,
            },
    };
  }, []);
  useEffect(() => {
    addEventListener('hashchange', peek.end);
    return () => removeEventListener('hashchange', peek.end);
  }, [peek]);
  return [peeked, peek];
}

/** Whether two events are the same: numbers start again after a reset. */
export function isSameEvent(one: SandboxEvent, other: SandboxEvent): boolean {
  return one.at === other.at && one.type === other.type && one.data['id'] === other.data['id'];
}

/** The name of what an event is about; empty if it has none. */
export function nameIn({ about, data }: SandboxEvent): string {
  return about ?? String(data['title'] ?? data['email'] ?? data['operation'] ?? '');
}

/** An event in words: `09:00:05, message delivered: bob@example.org, Hello`. */
export function momentOf(event: SandboxEvent, now: string | undefined): string {
  const what = event.type.replace(/^email/, 'message').replaceAll('.', ' ');
  return `${shortTime(event.at, now)}, ${[what, nameIn(event)].filter(Boolean).join(': ')}`;
}

/** Marks what the event was about to which the page looks back: the class of a record, by its id or address. */
export function useHappened(): (key: string) => string {
  const { caller, events } = useSandbox();
  const { id, email, accountId } = (caller.at !== undefined && events[0]?.data) || {};
  return (key) => (key === (id ?? email ?? accountId) ? 'happened' : '');
}
