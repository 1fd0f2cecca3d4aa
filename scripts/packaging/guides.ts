import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Command, Guide } from '../documents/followed.ts';
import { executablePath } from '../chromium.ts';
import { run } from './command.ts';
import { startSandbox } from './sandbox-server.ts';

/** Writes the files of a guide into a folder. */
export function writeFiles({ files }: Guide, folder: string): void {
  for (const [name, code] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
}

/** Options for the TypeScript in guides: strict, and with what test runners need. */
export const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'esnext.disposable'],
  module: 'preserve',
  jsx: 'react-jsx',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  // The declarations of Vitest need those of Vite.
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Runs the commands of a guide, which must succeed and print what the guide shows.
 *
 * @returns remarks on programs that this machine does not have.
 */
export async function runCommands({ name, commands, served }: Guide, folder: string): Promise<string> {
  if (commands.length === 0) throw new Error(`${name} shows no command with its output`);
  await using sandbox = served ? await startSandbox(folder) : undefined;
  const remarks: string[] = [];
  for (const command of commands) remarks.push(...(await runCommand(command, folder, sandbox?.env)));
  return remarks.join(', ');
}

/** Returns a remark if the machine has no such program. */
async function runCommand(
  { command, prints }: Command,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const program = command.split(' ')[0] ?? '';
  const found = await run(folder, 'sh', ['-c', `command -v ${program} || true`]);
  if (found === '') return [`there is no ${program}`];
  const output = await run(folder, 'sh', ['-c', `${command} 2>&1`], {
    ...env,
    // Playwright prints less in CI.
    CI: '',
    NO_COLOR: '1',
    PLAYWRIGHT_BROWSERS_PATH: browsers(folder),
  });
  const printed = plain(output);
  for (const line of prints) {
    if (!printed.includes(plain(line))) throw new Error(`$ ${command} did not print ${line}:\n${output}`);
  }
  return [];
}

/** Without colours, durations and repeated spaces. */
function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/\s\(?\d+(?:\.\d+)? ?m?s\b\)?/g, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
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
