import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

interface SourceProps {
  readonly text: ComponentChildren;
  readonly class?: string;
}

/** Text that scrolls: code by default, and a letter with the class `letter`. */
export function Source({ text, class: look = 'code' }: SourceProps) {
  return (
    <pre class={look} dir={look === 'letter' ? 'auto' : 'ltr'} tabIndex={0}>
      {text}
    </pre>
  );
}

/** Characters of a long text that are shown: the browser would need seconds to lay out the rest. */
const most = 200_000;

/** Characters that {@link LongSource} adds at a time. */
export const partLength = 10_000;

interface LongSourceProps {
  readonly text: string;
  readonly partsOf?: (text: string) => Iterator<ComponentChildren>;
  readonly class?: string;
}

/** The beginning of a text of any length: a part at first, and the next whenever the end comes into sight. */
export function LongSource({ text, partsOf = textParts, class: look = 'code' }: LongSourceProps) {
  const parts = useMemo(() => partsOf(text.slice(0, most)), [text, partsOf]);
  const [shown, setShown] = useState<readonly ComponentChildren[]>([]);
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => setShown([]), [parts]);
  useEffect(() => {
    // A new observer reports at once whether the end is visible.
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      const { done, value } = parts.next();
      if (done !== true) setShown((before) => [...before, <Fragment key={before.length}>{value}</Fragment>]);
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [parts, shown]);
  return (
    <>
      <Source
        text={
          <>
            {shown}
            <span ref={end} />
          </>
        }
        class={look}
      />
      {text.length > most && (
        <p class="hint">Only the beginning is shown. Download the .eml file to see the rest.</p>
      )}
    </>
  );
}

/** A text in parts that are laid out quickly. */
export function* textParts(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += partLength) yield text.slice(at, at + partLength);
}
