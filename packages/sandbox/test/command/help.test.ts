import { expect, test } from 'vitest';
import { commands } from '../../src/command/commands.ts';
import { command } from './command.ts';

test.each(Object.keys(commands))('no line of the help of %s is over 100 columns', async (name) => {
  const { stdout } = await command([...(name === 'serve' ? [] : [name]), '--help']).ending;
  expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(stdout).not.toMatch(/not from the environment/);
});

test('the help of openapi offers no address to listen on', async () => {
  const { stdout } = await command(['openapi', '--help']).ending;
  expect(stdout).toMatch('--host HOST');
  expect(stdout).not.toMatch('listen');
});
