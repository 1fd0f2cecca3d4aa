// Installs the sandbox in a separate folder, starts it in the background, and writes the outputs of the
// action. The runner ends it with the job.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const { INSTALL = '@mailrig/sandbox', OPTIONS = '', RUNNER_TEMP = tmpdir(), GITHUB_OUTPUT } = process.env;
const words = (text) => text.split(/\s+/).filter((word) => word !== '');

const folder = mkdtempSync(join(RUNNER_TEMP, 'mailrig-sandbox-'));
// Without a shell, nothing in the inputs is a command. On Windows, the command npm is a script for a shell.
const npmProgram = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js');
const [npm, ...npmArgs] = process.platform === 'win32' ? [process.execPath, npmProgram] : ['npm'];
const installed = spawnSync(
  npm,
  [...npmArgs, 'install', '--no-audit', '--no-fund', '--prefix', folder, '--', ...words(INSTALL)],
  { stdio: 'inherit' },
);
if (installed.status !== 0) fail(`npm could not install ${INSTALL}`);

const log = join(folder, 'sandbox.log');
const program = join(folder, 'node_modules/@mailrig/sandbox/dist/command/mailrig-sandbox.js');
const output = openSync(log, 'w');
const server = spawn(process.execPath, [program, '--json', ...words(OPTIONS)], {
  detached: true,
  stdio: ['ignore', output, output],
});
server.unref();

const announced = await announcement();
const outputs = {
  url: announced.url,
  'test-api-key': announced.testApiKey,
  'live-api-key': announced.liveApiKey,
  'control-url': announced.controlUrl,
};
for (const [name, value] of Object.entries(outputs)) appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
console.log(`Mailrig sandbox ${announced.version} answers at ${announced.url}`);

/** The line that the server prints when it is ready, at most 30 s from now. */
async function announcement() {
  for (let tries = 0; tries < 300; tries += 1) {
    const text = readFileSync(log, 'utf8');
    const line = text.split('\n').find((one) => one.startsWith('{') && one.endsWith('}'));
    if (line !== undefined) return JSON.parse(line);
    if (server.exitCode !== null) fail(text.trim());
    await setTimeout(100);
  }
  server.kill();
  return fail(`The sandbox did not start within 30 s: ${readFileSync(log, 'utf8').trim()}`);
}

function fail(message) {
  // A command of the runner is one line.
  console.error(`::error::${message.replaceAll('%', '%25').replaceAll('\n', '%0A')}`);
  process.exit(1);
}
