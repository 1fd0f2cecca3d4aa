import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Fact } from '../parts/blocks.tsx';

/** The most recipients that are shown unasked. */
const most = 4;

/** The recipients of one kind, inside a `<dl class="facts row">`: the first few, and the others on demand. */
export function Recipients({
  name,
  addresses,
}: {
  readonly name: string;
  readonly addresses: readonly string[];
}) {
  const [isOpen, setOpen] = useState(false);
  if (addresses.length === 0) return null;
  const shown = isOpen || addresses.length <= most ? addresses : addresses.slice(0, most - 1);
  const left = addresses.length - shown.length;
  return (
    <Fact
      name={name}
      value={
        <>
          {shown.join(', ')}{' '}
          {left > 0 && <Button label={`and ${left} more`} class="link" onClick={() => setOpen(true)} />}
        </>
      }
    />
  );
}
