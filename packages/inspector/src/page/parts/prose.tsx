/** A text with `code` in backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <span>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</span>
  );
}
