import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { tooOld } from '../../src/command/node-version.ts';
import { command } from './command.ts';

/** Arguments that make a program see another Node version, without the features missing there. */
function posingAs(version: string): { NODE_OPTIONS: string } {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`;
  const script = `delete Map.groupBy; Object.defineProperty(process, 'versions', ${versions})`;
  return { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` };
}

test('a Node version that is too old exits with code 1 and one line of explanation', async () => {
  expect(await command(['--version'], posingAs('20.19.5')).ending).toEqual({
    code: 1,
    stdout: '',
    stderr: 'mailrig-sandbox: Node 22.13 or later is needed, and this is 20.19.5\n',
  });
});

test.each(['18.20.8', '22.0.0', '22.12.0'])('Node %s is too old', (version) => {
  expect(tooOld(version)).toContain(version);
});

test.each(['22.13.0', '22.14.1', '23.0.0', '24.11.0', '100.0.0'])('Node %s is recent enough', (version) => {
  expect(tooOld(version)).toBeUndefined();
});

test('the minimum Node version is the one in package.json', () => {
  const needed = manifest.engines.node.replace('>=', '');
  expect(tooOld('1.0.0')).toContain(`Node ${needed} or later`);
});
