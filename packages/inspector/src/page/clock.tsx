import { useEffect, useRef, useState } from 'preact/hooks';
import type { Clock } from './answers.ts';
import { Form } from './parts/form.tsx';
import { useAction, useSandbox } from './sandbox.ts';
import { dateAndTime, length } from './times.ts';

const steps = ['1m', '1h', '24h'] as const;

/** The clock of the sandbox, and what moves it. */
export function ClockBar({ clock }: { readonly clock: Clock | undefined }) {
  const now = useShownTime(clock);
  const { refresh } = useSandbox();
  const act = useAction();
  const move = (body: object, done: string) => void act('/clock', { method: 'POST', body, done });
  const due = clock?.nextDueAt ?? undefined;
  const wait = due === undefined || now === undefined ? undefined : Date.parse(due) - now;

  // Nothing in the sandbox runs by itself: what is due happens when somebody asks.
  const isRunning = clock?.frozen === false;
  useEffect(() => {
    if (!isRunning || due === undefined || clock === undefined) return;
    const left = Date.parse(due) - Date.parse(clock.now);
    const timer = setTimeout(refresh, Math.min(Math.max(left, 0) + 20, 86_400_000));
    return () => clearTimeout(timer);
  }, [isRunning, due, clock, refresh]);

  if (!clock || now === undefined) return <section class="clock" aria-label="Clock" />;
  return (
    <section class="clock" aria-label="Clock">
      <div class="clock-face">
        <time dateTime={new Date(now).toISOString()} title="The sandbox’s time, in UTC">
          {dateAndTime(new Date(now).toISOString())}
        </time>
        <span class={`badge ${clock.frozen ? 'info' : 'plain'}`}>{clock.frozen ? 'frozen' : 'running'}</span>
        <span class="due">{wait === undefined ? 'nothing is due' : `next in ${length(wait)}`}</span>
      </div>
      <div class="clock-moves">
        {steps.map((step) => (
          <button
            key={step}
            type="button"
            class="small"
            aria-label={`Advance ${step}`}
            onClick={() => move({ advance: step }, `Advanced ${step}`)}
          >
            +{step}
          </button>
        ))}
        <Form
          class="joined"
          onFill={({ advance }) => {
            if (advance !== undefined) move({ advance }, `Advanced ${advance}`);
          }}
        >
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
        <button
          type="button"
          class="small"
          onClick={() =>
            move({ freeze: !clock.frozen }, clock.frozen ? 'The clock runs again' : 'The clock stands still')
          }
        >
          {clock.frozen ? 'Resume' : 'Freeze'}
        </button>
        <button
          type="button"
          class="small"
          title="Lets everything happen that is still to come"
          onClick={() => move({ runUntilIdle: true }, 'Everything that was due has happened')}
        >
          Run until idle
        </button>
      </div>
    </section>
  );
}

/** Milliseconds that the clock shows; where it runs, it goes on between answers. */
function useShownTime(clock: Clock | undefined): number | undefined {
  const read = useRef<{ readonly clock: Clock | undefined; readonly at: number }>({ clock, at: Date.now() });
  if (read.current.clock !== clock) read.current = { clock, at: Date.now() };
  const [, tick] = useState(0);
  const runs = clock?.frozen === false;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  if (!clock) return undefined;
  return Date.parse(clock.now) + (runs ? Date.now() - read.current.at : 0);
}
