import { execFile } from 'node:child_process';

/** Runs a command and returns its output. If it fails or takes over five minutes, the error has the output. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`$ ${[command, ...args].join(' ')}\n${stdout}${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
