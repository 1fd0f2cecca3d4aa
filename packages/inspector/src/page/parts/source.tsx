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

/** Characters of a long text that are shown: the browser would need seconds to lay out the rest. */
export const shown = 200_000;

/** The beginning of a text of any length. */
export function Beginning({
  text,
  class: look = 'code',
}: {
  readonly text: string;
  readonly class?: string;
}) {
  return (
    <>
      <Source text={text.slice(0, shown)} class={look} />
      <More text={text} />
    </>
  );
}

/** Says that a text goes on, if it does. */
export function More({ text }: { readonly text: string }) {
  if (text.length <= shown) return null;
  return <p class="hint">Only the beginning is shown. Download the .eml file to see the rest.</p>;
}
