import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Given } from './control-plane.ts';
import { dateAndTime, duration } from './format.ts';
import { model } from './model.ts';
import { Badge } from './parts/badge.tsx';
import { Button } from './parts/button.tsx';
import { Form } from './parts/form.tsx';
import { momentOf } from './past.ts';

const steps = ['1m', '1h', '24h'] as const;

/** The sandbox's clock, with buttons to advance, freeze and resume it, and a slider that goes back. */
export function ClockBar() {
  const { caller, clock, isLost, refresh } = model;
  const now = useShownTime();
  const isPast = caller.at !== undefined;
  const [isOpen, setOpen] = useState(false);
  const due = clock?.nextDueAt ?? undefined;
  const wait = due === undefined || now === undefined ? undefined : Date.parse(due) - now;

  // The sandbox has no timers: scheduled events run only when a request arrives.
  const isRunning = clock?.frozen === false && !isLost;
  useEffect(() => {
    if (!isRunning || due === undefined || clock === undefined) return;
    const untilDue = Date.parse(due) - Date.parse(clock.now);
    const timer = setTimeout(refresh, Math.min(Math.max(untilDue, 0) + 20, 86_400_000));
    return () => clearTimeout(timer);
  }, [isRunning, due, clock, refresh]);

  if (!clock || now === undefined) return <section class="clock line" aria-label="Clock" />;
  return (
    <section class={`clock line ${isOpen ? 'open' : ''}`} aria-label="Clock">
      <div class="clock-face line nowrap">
        <time class="strong" dateTime={new Date(now).toISOString()} title="The sandbox’s time, in UTC">
          {dateAndTime(now)}
        </time>
        <Badge
          text={isPast ? 'past' : isLost ? 'unknown' : clock.frozen ? 'frozen' : 'running'}
          tone={isPast ? 'warn' : isLost ? 'bad' : clock.frozen ? 'info' : 'plain'}
        />
        <span class="due fine" title="Time until the next scheduled event">
          {wait === undefined ? 'nothing scheduled' : `next in ${duration(wait)}`}
        </span>
        <button
          type="button"
          class="small clock-button push"
          aria-expanded={isOpen}
          aria-controls="clock-moves"
          onClick={() => setOpen(!isOpen)}
        >
          Move
        </button>
      </div>
      <ClockMoves isFrozen={clock.frozen} />
      <HistorySlider />
    </section>
  );
}

/** Buttons that advance, freeze and resume the clock. */
function ClockMoves({ isFrozen }: { readonly isFrozen: boolean }) {
  const { isReadOnly, act } = model;
  const move = (given: Given<'moveClock'>, done: string) => void act('moveClock', given, { done });
  return (
    <fieldset id="clock-moves" class="clock-moves line" disabled={isReadOnly} aria-label="Move the clock">
      <Form
        class="joined"
        onSubmit={({ advance }) => {
          if (advance !== undefined) move({ advance }, `Advanced by ${advance}`);
        }}
      >
        {steps.map((step) => (
          <Button
            key={step}
            label={step}
            aria-label={`Advance ${step}`}
            onClick={() => move({ advance: step }, `Advanced by ${step}`)}
          />
        ))}
        <input
          name="advance"
          class="small"
          size={5}
          placeholder="e.g. 7d"
          aria-label="Time to advance, for example 90s or 7d"
        />
        <button type="submit" class="small">
          Advance
        </button>
      </Form>
      <Button
        label={isFrozen ? 'Resume' : 'Freeze'}
        onClick={() => move({ freeze: !isFrozen }, isFrozen ? 'Clock resumed' : 'Clock frozen')}
      />
      <Button
        label="Run until idle"
        title="Advance until nothing is scheduled"
        onClick={() => move({ runUntilIdle: true }, 'All scheduled events have run')}
      />
    </fieldset>
  );
}

/** The time to show, in Unix milliseconds. It ticks between responses, and stops if the sandbox does not respond. */
export function useShownTime(): number | undefined {
  const { clock, isLost } = model;
  const readAt = useMemo(() => Date.now(), [clock]);
  const [, tick] = useState(0);
  const runs = clock?.frozen === false && !isLost;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  if (!clock) return undefined;
  return Date.parse(clock.now) + (runs ? Date.now() - readAt : 0);
}

/** Least milliseconds between two moments that the views show while the slider moves. */
const spacing = 100;

/** A slider over everything that happened; the right end is now. Absent if earlier states are gone. */
function HistorySlider() {
  const { caller, clock, events, history, rewindTo } = model;
  const [dragged, setDragged] = useState<number>();
  const wanted = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (!history && events.length > 1) return null;
  const { oldest, latest } = history ?? { oldest: 0, latest: 1 };
  const value = dragged ?? caller.at ?? latest;
  const event = events.find(({ sequence }) => sequence === value);
  const isNow = value === latest && caller.at === undefined;
  const move = (to: number) => {
    wanted.current = to;
    setDragged(to);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      rewindTo(wanted.current >= latest ? undefined : wanted.current);
      setDragged(undefined);
    }, spacing);
  };
  return (
    <input
      class="history"
      type="range"
      min={oldest}
      max={latest}
      value={value}
      disabled={!history}
      aria-label="History"
      aria-valuetext={isNow ? 'Now' : event ? momentOf(event, clock?.now) : `Event ${value}`}
      title={history ? 'Drag to see everything as it was' : 'Nothing has happened yet'}
      onInput={({ currentTarget }) => move(Number(currentTarget.value))}
    />
  );
}
