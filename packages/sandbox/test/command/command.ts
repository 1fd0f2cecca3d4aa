import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { bundled } from './bundle.ts';

/** The program, which Node runs. */
export const program = bundled;

/** The line that `--json` prints. */
export interface Announcement {
  readonly url: string;
  readonly testApiKey: string;
  readonly liveApiKey: string;
  readonly domain: string;
  readonly controlUrl: string;
  readonly inspectorUrl?: string;
  readonly version: string;
  readonly port: number;
}

/** The exit code and output of a command. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface Command {
  /** Waits for matching output. Fails if the command ends first. */
  printed(pattern: RegExp): Promise<string>;
  /** Closes the output pipe, like `head` after its last line. */
  leave(): void;
  /** Ends it like a process manager, Ctrl-C or a closed terminal. */
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL'): Promise<Ending>;
  readonly pid: number;
  readonly ending: Promise<Ending>;
}

/** Starts `mailrig-sandbox` with these arguments, as if from a shell without variables of the program or of npm. */
export function command(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Command {
  return commandUnder([], args, environment);
}

/** As {@link command}, run by another program, such as a shell that limits it: the words before the program. */
export function commandUnder(
  runner: readonly string[],
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Command {
  return commandOf([...runner, process.execPath, program, ...args], { env: environment });
}

/** Starts any program that may start `mailrig-sandbox`. */
export function commandOf(
  [first = '', ...words]: readonly string[],
  { env, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Command {
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const child = spawn(first, words, { cwd, env: { ...Object.fromEntries(inherited), ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return watch(child);
}

/** Variables that the program reads, of which the tests may have some by chance. */
const foreign = /^(npm_|MAILRIG_|(CI|NO_COLOR|FORCE_COLOR)$)/i;

/** Starts the command with `--json --port 0` and further arguments, and waits for its announcement. */
export async function start(
  ...args: readonly string[]
): Promise<Announcement & { readonly command: Command }> {
  return announced(command(['--json', '--port', '0', ...args]));
}

/** Waits for the announcement of a command that runs with `--json`. */
export async function announced(running: Command): Promise<Announcement & { readonly command: Command }> {
  const line = await running.printed(/\n/);
  return { ...(JSON.parse(line) as Announcement), command: running };
}

function watch(child: ChildProcess): Command {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk));
  }
  const ending = new Promise<Ending>((resolve) => {
    child.once('close', (code) => resolve({ code, ...text }));
  });
  return {
    ending,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(text.stdout) && resolve(text.stdout);
        child.stdout?.on('data', look);
        look();
        void ending.then(({ stderr }) => reject(new Error(`The command ended: ${stderr}`)));
      }),
    pid: child.pid ?? Number.NaN,
    leave: () => void child.stdout?.destroy(),
    stop: (signal) => {
      child.kill(signal);
      return ending;
    },
  };
}
