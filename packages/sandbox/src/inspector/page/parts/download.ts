import { useCallback } from 'preact/hooks';
import { type Given, request } from '../control-plane.ts';
import type { VerbName } from '../control-types.ts';
import { useSandbox } from '../sandbox-context.ts';
import { messageOf } from '../sandbox-tables.ts';

/** Downloads a control plane response as a file. A plain link could not send the token or the account. */
export function useDownload(): <Name extends VerbName>(
  verb: Name,
  given: Given<Name>,
  filename: string,
) => void {
  const { caller, notify } = useSandbox();
  return useCallback(
    (verb, given, filename) => {
      const save = async () => {
        const response = await request(caller, verb, given);
        saveFile(new Blob([await response.arrayBuffer()]), filename);
      };
      save().catch((error: unknown) => notify(messageOf(error), 'problem'));
    },
    [caller, notify],
  );
}

/** Saves text as a file. */
export function saveText(text: string, filename: string): void {
  saveFile(new Blob([text], { type: 'text/html' }), filename);
}

function saveFile(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: filename }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
