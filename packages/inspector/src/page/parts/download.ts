import { useCallback } from 'preact/hooks';
import { request } from '../control-plane.ts';
import { messageOf, useSandbox } from '../sandbox-context.ts';

/** Downloads a control plane response as a file. A plain link could not send the token or the account. */
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
