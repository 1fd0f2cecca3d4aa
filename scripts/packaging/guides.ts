import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Command, followed, type Guide, readGuide } from '../documents/followed.ts';
import { executablePath } from '../../tooling/chromium.ts';
import { nightly } from '../../tooling/nightly.ts';
import { run } from './command.ts';
import { startSandbox } from './sandbox-server.ts';

/** The guides that are followed, each in a folder of its own. */
export const guides: readonly Guide[] = followed.map(readGuide);

/** What the guides install. They share it, because npm would take longer than all of their commands. */
export const packages: readonly string[] = [...new Set(guides.flatMap((guide) => guide.packages))].toSorted();

/** Writes the files of a guide into a new folder, next to packages that are installed elsewhere. */
export function writeGuide({ files, type }: Guide, folder: string, installed?: string): void {
  mkdirSync(folder, { recursive: true });
  // As `npm init -y` does. Jest and npx look no further up.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  if (installed !== undefined) symlinkSync(installed, join(folder, 'node_modules'));
  for (const [name, code] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
}

/** The files of the guides that TypeScript checks, without those that import what a command writes. */
export const scripts: readonly string[] = guides.flatMap(({ name, files }) =>
  [...files]
    .filter(([file, code]) => /\.tsx?$/.test(file) && !code.includes('.json'))
    .map(([file]) => join(name, file)),
);

const vitest = 'npx vitest run';

/** Whether the tests need nothing that other commands of the guide do first. */
function testsFirst({ commands }: Guide): boolean {
  return commands[0]?.command === vitest;
}

/**
 * Runs the tests of all guides that use Vitest at once, in threads: to start a process takes longer than most tests. By
 * day, files share a thread and its modules, except those that override a fixture of the shared `test`.
 */
export async function runVitest(folder: string): Promise<void> {
  const tested = guides.filter(testsFirst);
  const tests = tested.flatMap(({ name, files }) =>
    [...files].flatMap(([file, code]) => {
      const isShared = !nightly && !code.includes('test.override(');
      return /\.test\.tsx?$/.test(file) ? [{ path: join(name, file), isShared }] : [];
    }),
  );
  const prints = tested.flatMap(({ name, commands }) =>
    commands
      .filter(({ command }) => command === vitest)
      .flatMap(({ prints }) =>
        prints.map((line) => line.replace(/^(✓ |\s+)(?=\S+\.(?:test\.ts|ts:\d+ ))/, `$1${name}/`)),
      ),
  );
  const command = [...Map.groupBy(tests, ({ isShared }) => isShared)]
    .map(([isShared, group]) => {
      const paths = group.map(({ path }) => path).join(' ');
      return `${vitest} --pool threads ${isShared ? '--no-isolate ' : ''}${paths}`;
    })
    .join(' && ');
  await runCommand({ command, prints }, folder, {});
}

/** The commands of a guide that {@link runVitest} does not run. */
export function otherCommands(guide: Guide): Guide {
  if (!testsFirst(guide)) return guide;
  return { ...guide, commands: guide.commands.filter(({ command }) => command !== vitest) };
}

/**
 * Runs the commands of a guide, which must succeed and print what the guide shows.
 *
 * @returns remarks on programs that this machine does not have.
 */
export async function runCommands({ commands, serve, env }: Guide, folder: string): Promise<string> {
  const program = ['node_modules/.bin/mailrig-sandbox', ...(serve ?? [])];
  await using sandbox = serve && (await startSandbox(folder, program));
  const exported = Object.entries({ ...sandbox?.env, ...env }).map(([name, value]) => [
    name,
    value.replace('http://127.0.0.1:4010', sandbox?.url ?? ''),
  ]);
  const remarks: string[] = [];
  for (const command of commands)
    remarks.push(...(await runCommand(command, folder, Object.fromEntries(exported))));
  return remarks.join(', ');
}

/** Returns a remark if the machine has no such program. */
async function runCommand(
  { command, prints }: Command,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const program = command.split(' ')[0] ?? '';
  const found = await run(folder, 'sh', ['-c', `command -v ${program} || true`]);
  if (found === '') return [`there is no ${program}`];
  // What npx finds, without the second that it takes. Tests are much slower on a busy machine.
  const local = command
    .replaceAll(/\bnpx (@mailrig\/(?=sandbox))?/g, (_npx, scope) => (scope ? 'mailrig-' : ''))
    .replaceAll('vitest run', 'vitest run --testTimeout 60000 --hookTimeout 60000');
  // A report of what a sweep has broken.
  const fails = !command.startsWith(vitest) && prints.some((line) => line.startsWith('✗'));
  const output = await run(folder, 'sh', ['-ec', `${fails ? '! ' : ''}(${local}) 2>&1`], {
    ...env,
    PATH: [join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    // Playwright prints less in CI.
    CI: '',
    NO_COLOR: '1',
    // For the guide that serves a sandbox at a port of its own.
    SANDBOX_PORT: String(20_000 + (process.pid % 10_000)),
    PLAYWRIGHT_BROWSERS_PATH: browsers(folder),
  });
  const printed = plain(output);
  for (const line of prints) {
    const words = plain(line).replaceAll(/[^\w\s]/g, '\\$&');
    if (!new RegExp(`(?<!\\w)${words}(?!\\w)`).test(printed))
      throw new Error(`$ ${command} did not print ${line}:\n${output}`);
  }
  return [];
}

/** The words of a text, without colours. */
function plain(text: string): string {
  return stripVTControlCharacters(text).trim().split(/\s+/).join(' ');
}

/** A folder like the one Playwright downloads browsers to, with a link to Debian's Chromium. */
function browsers(folder: string): string {
  const place = join(folder, 'browsers');
  if (existsSync(place) || !existsSync(join(folder, 'node_modules/@playwright'))) return place;
  const core = ['@playwright/test', 'playwright', 'playwright-core'].reduce(
    (from, name) => createRequire(from).resolve(`${name}/package.json`),
    join(folder, 'package.json'),
  );
  const known: { browsers: { name: string; revision: string }[] } = JSON.parse(
    readFileSync(join(dirname(core), 'browsers.json'), 'utf8'),
  );
  const revision = known.browsers.find(({ name }) => name === 'chromium-headless-shell')?.revision;
  const shell = join(place, `chromium_headless_shell-${revision}`);
  mkdirSync(join(shell, 'chrome-headless-shell-linux64'), { recursive: true });
  symlinkSync(executablePath, join(shell, 'chrome-headless-shell-linux64/chrome-headless-shell'));
  writeFileSync(join(shell, 'INSTALLATION_COMPLETE'), '');
  return place;
}
