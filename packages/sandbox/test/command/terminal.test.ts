import { spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSomebodyThere, openerOf } from '../../src/command/browser.ts';
import { send } from '../conformance/emails.ts';
import { folder } from '../folder.ts';
import { servedAt } from '../harness.ts';
import { command, commandOf, program } from './command.ts';

const url = 'http://127.0.0.1:4010/';

test.for([
  ['darwin', ['open', url]],
  ['win32', ['cmd.exe', '/d', '/c', 'start', '""', url]],
  ['linux', ['xdg-open', url]],
  ['freebsd', ['xdg-open', url]],
] as const)('on %s, a page is opened with %j', ([platform, words]) => {
  const { file, args } = openerOf(platform, url);
  expect([file, ...args]).toEqual(words);
});

const people: readonly (readonly [environment: object, isTerminal: boolean, isThere: boolean])[] = [
  [{}, true, true],
  [{ CI: 'false' }, true, true],
  [{}, false, false],
  [{ CI: 'true' }, true, false],
  [{ CI: '1' }, true, false],
];

test.for(people)(
  'with %j and a terminal: %j, somebody is there: %j',
  ([environment, isTerminal, isThere]) => {
    expect(isSomebodyThere({ ...environment }, isTerminal)).toBe(isThere);
  },
);

/** A folder with a browser that writes down what it is asked to open. */
async function browser(): Promise<{ readonly path: string; readonly opened: () => Promise<string> }> {
  const path = await folder();
  const file = join(path, 'xdg-open');
  await writeFile(
    file,
    `#!/bin/sh\necho "$@" > '${path}/unfinished' && mv '${path}/unfinished' '${path}/opened'\n`,
  );
  await chmod(file, 0o755);
  return { path, opened: () => readFile(join(path, 'opened'), 'utf8').catch(() => '') };
}

// util-linux has a program that gives another one a terminal; other systems have one that differs.
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

describe.skipIf(!hasScript)('on a terminal', () => {
  const inTerminal = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const variables = Object.entries({ TERM: 'xterm', ...environment });
    const words = ['env', ...variables.map(([name, value]) => `'${name}=${value}'`)];
    const line = [...words, process.execPath, program, '--port', '0', ...args].join(' ');
    return commandOf(['script', '--quiet', '--return', '--command', line, '/dev/null']);
  };

  test('--open opens the inspector', async () => {
    const { path, opened } = await browser();
    const running = inTerminal(['--open'], { PATH: `${path}:${process.env['PATH']}` });
    const shown = /Inspector +(\S+)/.exec(await running.printed(/curl [^\n]*\n/))?.[1];
    await expect.poll(opened, { timeout: 10_000 }).toBe(`${shown}\n`);
  });

  test('--open without a browser changes nothing', async () => {
    const running = inTerminal(['--open'], { PATH: await folder() });
    const address = /URL +(\S+)/.exec(await running.printed(/curl [^\n]*\n/))?.[1] ?? '';
    expect((await fetch(`${address}/_sandbox/health`)).status).toBe(200);
  });

  const colours: readonly (readonly [environment: Readonly<Record<string, string>>, isColoured: boolean])[] =
    [
      [{}, true],
      [{ NO_COLOR: '1' }, false],
      [{ FORCE_COLOR: '0' }, false],
    ];

  test.for(colours)('with %j, the lines are coloured: %j', async ([environment, isColoured]) => {
    const running = inTerminal([], environment);
    const address = /URL +(\S+)/.exec(await running.printed(/curl [^\n]*\n/))?.[1] ?? '';
    await send(servedAt(address), { subject: 'Your receipt' });
    const text = await running.printed(/Your receipt[^\n]*\n/);
    expect(text.includes('\u001b[1mYour receipt\u001b[22m')).toBe(isColoured);
  });
});

test('without a terminal, --open opens nothing', async () => {
  const { path, opened } = await browser();
  const environment = { PATH: `${path}:${process.env['PATH']}` };
  const running = command(['--port', '0', '--open'], environment);
  await running.printed(/\n/);
  await running.stop('SIGTERM');
  expect(await opened()).toBe('');
});
