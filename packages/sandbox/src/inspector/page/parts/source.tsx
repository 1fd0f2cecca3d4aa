import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

interface SourceProps {
  readonly text: ComponentChildren;
  readonly class?: string;
}

/** Text that scrolls: code by default, and a letter with the class `letter`. */
export function Source({ text, class: kind = 'code' }: SourceProps) {
  return (
    <pre class={kind} dir={kind === 'letter' ? 'auto' : 'ltr'} tabIndex={0}>
      {text}
    </pre>
  );
}

/** Characters of a long text that are shown: the browser would need seconds to lay out the rest. */
const most = 200_000;

/** The characters that {@link LongSource} adds at a time. */
const pattern = /[^]{1,10000}/g;

interface LongSourceProps {
  readonly text: string;
  readonly class?: string;
}

/** The beginning of a text of any length: a piece at first, and the next whenever the end comes into sight. */
export function LongSource({ text, class: kind = 'code' }: LongSourceProps) {
  const pieces = useMemo(() => text.slice(0, most).match(pattern) ?? [], [text]);
  const [count, setCount] = useState(0);
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => setCount(0), [pieces]);
  useEffect(() => {
    // A new observer reports at once whether the end is visible.
    const observer = new IntersectionObserver((entries) => {
      if (count < pieces.length && entries.some(({ isIntersecting }) => isIntersecting)) setCount(count + 1);
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [pieces, count]);
  return (
    <>
      <Source
        text={
          <>
            {pieces.slice(0, count)}
            <span ref={end} />
          </>
        }
        class={kind}
      />
      {text.length > most && (
        <p class="hint">Only the beginning is shown. Download the .eml file to see the rest.</p>
      )}
    </>
  );
}
