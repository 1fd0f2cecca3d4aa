import { useSandbox } from '../sandbox.ts';

/** Puts a text on the clipboard. */
export function Copy({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const { notify } = useSandbox();
  return (
    <button
      type="button"
      class="small"
      aria-label={label === 'Copy' ? `Copy ${text.length > 60 ? 'this text' : text}` : label}
      onClick={() => {
        // Elsewhere than on loopback, a page without TLS has no clipboard.
        const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
        copied.then(
          () => notify('Copied'),
          () => notify('This page may not use the clipboard', 'problem'),
        );
      }}
    >
      {label}
    </button>
  );
}
