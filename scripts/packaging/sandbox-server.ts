import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The command of the packed sandbox, running. */
export interface SandboxServer extends AsyncDisposable {
  /** Where it answers. */
  readonly url: string;
  /** What `new Mailrig()` reads from the environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the sandbox that is installed in `folder`, on a free port, with no limit on the rate. */
export async function startSandbox(
  folder: string,
  [command = '', ...args]: readonly string[] = ['node_modules/.bin/mailrig-sandbox'],
  env: Readonly<Record<string, string>> = {},
): Promise<SandboxServer> {
  // A group of its own, so that what stands between, such as npx, does not outlive it.
  const child = spawn(command, [...args, '--json', '--port', '0', '--no-rate-limit'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`the sandbox ended with ${line}`);
  const { url, liveApiKey } = JSON.parse(line);
  return {
    url,
    env: { MAILRIG_BASE_URL: url, MAILRIG_API_KEY: liveApiKey },
    async [Symbol.asyncDispose]() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-child.pid, 'SIGTERM');
      await once(child, 'exit');
    },
  };
}
