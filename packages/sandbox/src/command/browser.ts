import { spawn } from 'node:child_process';

/** The program that opens a page in the browser of the user, with its arguments. */
export function openerOf(platform: NodeJS.Platform, url: string) {
  if (platform === 'darwin') return { file: 'open', args: [url] };
  // The first quoted argument of start is the title of a window.
  if (platform === 'win32') return { file: 'cmd.exe', args: ['/d', '/c', 'start', '""', url] };
  return { file: 'xdg-open', args: [url] };
}

/** Whether a person can see a page: at a terminal, and not in CI. */
export function isSomebodyThere(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  return isTerminal && ['', '0', 'false'].includes(environment['CI']?.toLowerCase() ?? '');
}

/** Opens a page in the browser; does nothing without a terminal or a browser. */
export function openBrowser(url: string): void {
  if (!isSomebodyThere(process.env, process.stdout.isTTY)) return;
  const { file, args } = openerOf(process.platform, url);
  spawn(file, args, { detached: true, stdio: 'ignore', windowsVerbatimArguments: true })
    .on('error', () => {})
    .unref();
}
