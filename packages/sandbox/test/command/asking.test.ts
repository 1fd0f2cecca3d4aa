import { expect, test } from 'vitest';
import { commands } from '../../src/command/commands.ts';
import { send } from '../conformance/emails.ts';
import { servedAt } from '../harness.ts';
import { command, start } from './command.ts';

/** A sandbox at a fixed time, and what commands about it print. */
async function asked() {
  const { url, port } = await start('--clock', 'manual', '--start-at', '2026-01-01T00:00:00Z');
  const printed = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await command([...args, '--port', String(port)]).ending;
    return code === 0 ? stdout : stderr;
  };
  return { target: servedAt(url), printed };
}

test('list prints a line for each message, newest first, or the rows as JSON', async () => {
  const { target, printed } = await asked();
  expect(await printed('list', '--text')).toBe('No messages\n');
  expect(await printed('list')).toBe('[]\n');
  await send(target, { subject: 'First', text: 'Your code is 493017.' });
  await send(target, { subject: 'Second', to: ['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`) });
  expect(await printed('list', '--text')).toBe(`\
2026-01-01T00:00:00.000Z  queued  a@example.org, b@example.org, c@example.org, and 1 more          Second
2026-01-01T00:00:00.000Z  queued  bob@example.net                                          493017  First
`);
  expect(JSON.parse(await printed('list', '--subject', 'first'))).toMatchObject([{ subject: 'First' }]);
  expect(JSON.parse(await printed('list', '--limit', '1'))).toMatchObject([{ subject: 'Second' }]);
  expect(await printed('list', '--limit', '0')).toMatch('--limit must be a whole number from 1 to 1000');
});

test('clock prints the time, and moves, freezes or releases the clock', async () => {
  const { target, printed } = await asked();
  await send(target);
  const now = '2026-01-01T00:00:00.000Z';
  expect(await printed('clock', '--text')).toMatch(`${now}, frozen; the next event is at `);
  expect(JSON.parse(await printed('clock', '--advance', '1h'))).toEqual({
    now: '2026-01-01T01:00:00.000Z',
    frozen: true,
    nextDueAt: null,
  });
  expect(JSON.parse(await printed('list'))).toMatchObject([{ status: 'delivered' }]);
  const moved = await printed('clock', '--advance-to', '2026-01-02T00:00:00Z', '--text');
  expect(moved).toBe('2026-01-02T00:00:00.000Z, frozen; nothing is planned\n');
  expect(await printed('clock', '--advance-to', '2026-01-01T00:00:00Z')).toMatch('must not be before now');
  expect(JSON.parse(await printed('clock', '--run'))).toMatchObject({ frozen: false });
  expect(JSON.parse(await printed('clock', '--freeze'))).toMatchObject({ frozen: true });
  expect(await printed('clock', '--freeze', '--run')).toMatch('contradict each other');
});

test('reset takes the sandbox back to its start', async () => {
  const { target, printed } = await asked();
  await send(target);
  await printed('clock', '--advance', '1h');
  expect(await printed('reset')).toBe('The sandbox is as it was when it started\n');
  expect(await printed('list')).toBe('[]\n');
  expect(JSON.parse(await printed('clock'))).toMatchObject({ now: '2026-01-01T00:00:00.000Z' });
});

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
