import { useSandbox } from '../sandbox-context.ts';
import { Button } from './button.tsx';

/** The function that copies a text to the clipboard and says so. */
export function useCopy(): (text: string) => void {
  const { notify } = useSandbox();
  return (text) => {
    // Browsers offer no clipboard to pages without TLS, except on loopback.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => notify('Copied'),
      () => notify('The browser blocked copying. Select the text and copy it yourself.', 'problem'),
    );
  };
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const copy = useCopy();
  const spoken = label === 'Copy' ? `Copy ${text.length > 60 ? 'this text' : text}` : label;
  return <Button label={label} icon="copy" aria-label={spoken} onClick={() => copy(text)} />;
}
