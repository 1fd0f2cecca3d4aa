import { type Given, request } from '../control-plane.ts';
import type { VerbName } from '../control-types.ts';
import { model } from '../model.ts';
import { messageOf } from '../sandbox-tables.ts';

/** Copies a text to the clipboard and shows a notice. */
export async function copy(text: string): Promise<void> {
  try {
    // Browsers offer no clipboard to pages without TLS, except on loopback.
    await navigator.clipboard.writeText(text);
    model.notify('Copied');
  } catch {
    model.notify('The browser blocked copying. Select the text and copy it yourself.', 'problem');
  }
}

/** Downloads a response of the control plane as a file. A plain link could not send the token or the account. */
export async function download<Name extends VerbName>(
  verb: Name,
  given: Given<Name>,
  filename: string,
): Promise<void> {
  try {
    const response = await request(model.caller, verb, given);
    save(await response.blob(), filename);
  } catch (error) {
    model.notify(messageOf(error), 'problem');
  }
}

/** Saves something as a file. */
export function save(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
