import { hrefOfEvent } from './activity/view.tsx';
import { Button } from './parts/button.tsx';
import { Icon } from './parts/icon.tsx';
import { momentOf, rewindTo } from './past.ts';
import { useAction, useSandbox } from './sandbox-context.ts';

/** Says that the page shows the past, and leads back to now. */
export function PastBanner() {
  const { caller, events } = useSandbox();
  const goOn = useContinue();
  if (caller.at === undefined) return null;
  const [event] = events;
  const href = event && hrefOfEvent(event);
  const words = event ? momentOf(event, undefined) : `event ${caller.at}`;
  return (
    <div class="banner past" role="status">
      <Icon name="rewind" />
      <span class="grow break" dir="auto">
        <strong>As of</strong> {href === undefined ? words : <a href={href}>{words}</a>}
      </span>
      <span class="inline">
        <Button label="Back to now" onClick={() => rewindTo(undefined)} />
        <Button label="Continue from here" class="small primary" onClick={goOn} />
      </span>
    </div>
  );
}

/** The function that makes the past the present. */
export function useContinue(): () => Promise<void> {
  const { caller } = useSandbox();
  const act = useAction();
  return async () => {
    const body = { to: caller.at };
    if (await act('POST /rewind', { body, done: 'Continued from here', canUndo: true, fromPast: true })) {
      rewindTo(undefined);
    }
  };
}
