import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

// Programs start slowly when many start at once.
vi.setConfig({ testTimeout: 30_000 });

const program = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** The line that `--json` prints. */
export interface Announcement {
  readonly url: string;
  readonly apiKey: string;
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
  stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP'): Promise<Ending>;
  readonly ending: Promise<Ending>;
}

/** Starts `mailrig-sandbox` with these arguments. PORT and HOST are unset unless given. */
export function command(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Command {
  const { PORT: _port, HOST: _host, ...inherited } = process.env;
  const child = spawn(process.execPath, [program, ...args], { env: { ...inherited, ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return watch(child);
}

/** Starts the command with `--json --port 0` and further arguments, and waits for its announcement. */
export async function start(
  ...args: readonly string[]
): Promise<Announcement & { readonly command: Command }> {
  const running = command(['--json', '--port', '0', ...args]);
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
    leave: () => void child.stdout?.destroy(),
    stop: (signal) => {
      child.kill(signal);
      return ending;
    },
  };
}
