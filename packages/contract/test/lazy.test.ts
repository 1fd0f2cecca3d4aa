import { expect, test, vi } from 'vitest';
import { type Operation, operations } from '../src/index.ts';

test('checking compiles no code, which a strict content security policy would report', async () => {
  // Other tests may have used the schemas already.
  vi.resetModules();
  const fresh = await import('../src/index.ts');
  const compile = vi.fn<FunctionConstructor>();
  vi.stubGlobal('Function', compile);
  const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', text: 'Hello' };
  expect(fresh.check(fresh.operations.sendEmail.body, email)).toEqual({ ok: true, value: email });
  expect(compile).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('every schema of the table is built when it is first used', () => {
  const rows: Operation[] = Object.values(operations);
  const schemas = rows.flatMap(({ query, body, response }) => [query, body, response]);
  const types = new Set(schemas.map((schema) => schema?._zod.def.type));
  expect([...types]).toEqual([undefined, 'lazy']);
});
