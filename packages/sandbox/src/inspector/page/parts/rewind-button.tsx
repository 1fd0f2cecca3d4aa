import { model } from '../model.ts';
import { Button } from './button.tsx';

interface RewindButtonProps {
  /** Number of the event; `undefined` if it is not known. */
  readonly sequence: number | undefined;
  /** For screen readers, if the row does not name the event. */
  readonly about?: string;
}

/** Shows everything as it was right after an event. Absent if the page shows that already, or cannot. */
export function RewindButton({ sequence, about }: RewindButtonProps) {
  const { caller, history } = model;
  if (sequence === undefined || sequence === caller.at || !history) return null;
  if (sequence < history.oldest || sequence >= history.latest) return null;
  const label = 'Rewind to here';
  return (
    <Button
      label={label}
      icon="rewind"
      class="small rewind"
      {...(about !== undefined && { 'aria-label': `${label}, ${about}` })}
      onClick={() => model.rewindTo(sequence)}
    />
  );
}
