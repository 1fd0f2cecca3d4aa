import type { ComponentChildren } from 'preact';

/** Text that scrolls: code by default, and a letter with the class `letter`. */
export function Source({
  text,
  class: look = 'code',
}: {
  readonly text: ComponentChildren;
  readonly class?: string;
}) {
  return (
    <pre class={look} dir={look === 'letter' ? 'auto' : 'ltr'} tabIndex={0}>
      {text}
    </pre>
  );
}
