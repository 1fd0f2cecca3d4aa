import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Operation, operations } from '../src/index.ts';

/** In a process of its own, because other tests may have used the schemas already. */
const program = `
  let compiled = 0;
  globalThis.Function = function () { compiled += 1; };
  const { check, operations } = await import(${JSON.stringify(import.meta.resolve('../src/index.ts'))});
  const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', text: 'Hello' };
  console.log(check(operations.sendEmail.body, email).ok, compiled);`;

test('checking compiles no code, which a strict content security policy would report', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toBe('true 0\n');
});

test('every schema of the table is built when it is first used', () => {
  const rows: Operation[] = Object.values(operations);
  const schemas = rows.flatMap(({ query, body, response }) => [query, body, response]);
  const types = new Set(schemas.map((schema) => schema?._zod.def.type));
  expect([...types]).toEqual([undefined, 'lazy']);
});
