import { readFileSync } from 'node:fs';
import { every } from '../service/kernel/timers.ts';
import { codeOf } from './errors.ts';

/** The end of a server. */
export interface Stop {
  /** Resolves when the server should close. */
  readonly requested: Promise<void>;
  /** Stops watching for reasons to close. */
  readonly cancel: () => void;
}

/** Waits for SIGINT, SIGTERM or SIGHUP and, unless it stays, for the end of the npx, npm run or pnpm around it. */
export function stopOf({ stay }: { readonly stay: boolean }): Stop {
  const signalled = stopSignal();
  if (stay) return { requested: signalled, cancel: () => {} };
  const { gone, stop } = watchWrapper();
  const orphaned = gone.then(() =>
    console.error(
      'mailrig-sandbox: The program that started it is gone, so it ends too. With --stay, it continues.',
    ),
  );
  return { requested: Promise.race([signalled, orphaned]), cancel: stop };
}

/** SIGBREAK is Ctrl+Break on Windows, which has no SIGTERM that a program could receive. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Resolves with the first signal. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    // A further signal must not interrupt closing.
    for (const signal of signals) process.on(signal, () => resolve());
  });
}

/** Variables that npx, npm, pnpm, yarn and bun set for what they start. */
const marks = ['npm_command', 'npm_lifecycle_event', 'npm_execpath'];

/** How often to check, in milliseconds. */
const interval = 500;

/** A number that no process has. */
const lost = -1;

/** A process that ends with its parent. */
interface Link {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Watches npx, npm run or pnpm, if one of them started this process: `gone` resolves when it has ended. They pass
 * signals on, but if one is killed or crashes, the program that it started is not informed.
 *
 * On Linux this covers wrappers in wrappers and the shells between them. Elsewhere it covers the direct
 * parent; there, the shell of a wrapper usually becomes the program that it runs.
 */
function watchWrapper() {
  const links = marks.some((name) => process.env[name] !== undefined) ? wrapperLinks() : [];
  let stop = () => {};
  const gone = new Promise<void>((resolve) => {
    if (links.length === 0) return;
    stop = every(interval, () => {
      if (links.every(holds)) return;
      stop();
      resolve();
    });
  });
  return { gone, stop: () => stop() };
}

/** From this process up to the outermost wrapper. */
function wrapperLinks(): Link[] {
  const links: Link[] = [{ pid: process.pid, parent: process.ppid }];
  for (let pid = process.pid; pid === process.pid || isWrapped(pid);) {
    const stat = statOf(pid);
    if (!stat) break;
    const { parent, session } = stat;
    if (session !== statOf(parent)?.session) {
      // A process that leads its own session is a daemon, which is meant to stay. Any other one has
      // lost its parent already, while this one started.
      if (session !== pid && statOf(session)) links.push({ pid, parent: lost });
      break;
    }
    if (pid !== process.pid) links.push({ pid, parent });
    pid = parent;
  }
  return links;
}

function holds({ pid, parent }: Link): boolean {
  if (parent === lost) return false;
  if (pid !== process.pid) return statOf(pid)?.parent === parent;
  return process.ppid === parent && isRunning(parent);
}

/** Whether a process exists. On Windows, the number of the parent stays when the parent ends. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether a wrapper started a process; `false` if the system does not show it. */
function isWrapped(pid: number): boolean {
  const names = fileOf(pid, 'environ')?.split('\0') ?? [];
  return names.some((text) => marks.some((name) => text.startsWith(`${name}=`)));
}

/** Parent and session of a process; `undefined` if it has ended or the system does not show them. */
function statOf(pid: number): { readonly parent: number; readonly session: number } | undefined {
  const text = fileOf(pid, 'stat');
  // The name comes before, in parentheses, and may contain anything.
  const [, , parent, , session] = text?.slice(text.lastIndexOf(')')).split(' ') ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), session: Number(session) };
}

function fileOf(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
