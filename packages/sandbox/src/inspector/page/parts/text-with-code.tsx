/** Text in which backticks mark `code`. */
export function TextWithCode({ text }: { readonly text: string }) {
  return (
    <span>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</span>
  );
}
