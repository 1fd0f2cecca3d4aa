import { useCallback } from 'preact/hooks';
import { request } from '../call.ts';
import { messageOf, useSandbox } from '../sandbox.ts';

/** Saves what the control plane answers as a file; a plain link could send neither token nor account. */
export function useDownload(): (path: string, filename: string) => void {
  const { caller, notify } = useSandbox();
  return useCallback(
    (path, filename) => {
      const save = async () => {
        const response = await request(caller, path);
        const url = URL.createObjectURL(new Blob([await response.arrayBuffer()]));
        const link = Object.assign(document.createElement('a'), { href: url, download: filename });
        link.click();
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      };
      save().catch((error: unknown) => notify(messageOf(error), 'problem'));
    },
    [caller, notify],
  );
}
