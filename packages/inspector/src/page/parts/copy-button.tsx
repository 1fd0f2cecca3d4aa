import { useSandbox } from '../sandbox-context.ts';
import { Button } from './button.tsx';

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const { notify } = useSandbox();
  const copy = () => {
    // Browsers offer no clipboard to pages without TLS, except on loopback.
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => notify('Copied'),
      () => notify('The browser blocked copying. Select the text and copy it yourself.', 'problem'),
    );
  };
  const spoken = label === 'Copy' ? `Copy ${text.length > 60 ? 'this text' : text}` : label;
  return <Button label={label} aria-label={spoken} onClick={copy} />;
}
