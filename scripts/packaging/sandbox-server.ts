import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The command of the packed sandbox, running. */
export interface SandboxServer extends AsyncDisposable {
  /** What `new Mailrig()` reads from the environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts `mailrig-sandbox` as installed in `folder`, on a free port, with no limit on the rate. */
export async function startSandbox(folder: string): Promise<SandboxServer> {
  const child = spawn('node_modules/.bin/mailrig-sandbox', ['--json', '--port', '0', '--no-rate-limit'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  if (typeof line !== 'string') throw new Error(`mailrig-sandbox ended with ${line}`);
  const { url, liveApiKey } = JSON.parse(line);
  return {
    env: { MAILRIG_BASE_URL: url, MAILRIG_API_KEY: liveApiKey },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
