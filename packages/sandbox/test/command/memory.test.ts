import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { servedAt } from '../harness.ts';
import { announced, commandOf, program } from './command.ts';

/** A module that prints, when the program ends, how many bytes it has for new objects. */
const report = `data:text/javascript,
  import { getHeapSpaceStatistics } from 'node:v8';
  process.on('exit', () =>
    console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size));`;

test('a thousand sends do not enlarge the memory for new objects', async () => {
  const options = ['--import', report, program, '--json', '--port', '0', '--no-rate-limit'];
  const { url, command } = await announced(commandOf([process.execPath, ...options]));
  const served = servedAt(url);
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(Array.from({ length: 50 }, () => send(served)));
  }
  const { stdout } = await command.stop('SIGTERM');
  expect(Number(stdout.split('\n')[1])).toBeLessThanOrEqual(8 * 1024 * 1024);
});
