import { useSandbox } from '../sandbox-context.ts';

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const { notify } = useSandbox();
  return (
    <button
      type="button"
      class="small"
      aria-label={label === 'Copy' ? `Copy ${text.length > 60 ? 'this text' : text}` : label}
      onClick={() => {
        // Browsers offer no clipboard to pages without TLS, except on loopback.
        const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
        copied.then(
          () => notify('Copied'),
          () => notify('The browser blocked copying. Select the text and copy it yourself.', 'problem'),
        );
      }}
    >
      {label}
    </button>
  );
}
