import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running `mailrig-sandbox` from the packed package. */
export interface SandboxServer extends AsyncDisposable {
  /** Its URL. */
  readonly url: string;
  /** The variables that `new Mailrig()` and commands such as `mailrig-sandbox latest` read. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the sandbox installed in `folder` on a free port, without a rate limit. */
export async function startSandbox(
  folder: string,
  [command = '', ...args]: readonly string[] = ['node_modules/.bin/mailrig-sandbox'],
  env: Readonly<Record<string, string>> = {},
): Promise<SandboxServer> {
  // Its own process group, so that wrappers such as npx stop with it.
  const child = spawn(command, [...args, '--json', '--port', '0', '--no-rate-limit'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`the sandbox exited with ${line}`);
  const { url, liveApiKey } = JSON.parse(line);
  return {
    url,
    env: { MAILRIG_BASE_URL: url, MAILRIG_API_KEY: liveApiKey, MAILRIG_SANDBOX_URL: url },
    async [Symbol.asyncDispose]() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-child.pid, 'SIGTERM');
      await once(child, 'exit');
    },
  };
}
