import { useRef, useState } from 'preact/hooks';
import { momentOf, rewindTo } from './past.ts';
import { useSandbox } from './sandbox-context.ts';

/** Least milliseconds between two moments that the views show while the slider moves. */
const spacing = 100;

/**
 * A slider over everything that happened: the right end is now. Off before anything happens, and absent if earlier
 * states are gone.
 */
export function HistorySlider() {
  const { caller, clock, events, history } = useSandbox();
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
