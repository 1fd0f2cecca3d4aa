import { expect, test, vi } from 'vitest';
import { check, operations } from '../src/index.ts';

test('checking compiles no code, which a strict content security policy would report', () => {
  const compile = vi.fn();
  vi.stubGlobal('Function', compile);
  const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hi', text: 'Hello' };
  expect(check(operations.sendEmail.body, email)).toEqual({ ok: true, value: email });
  expect(compile).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('every schema of the table is built when it is first used', () => {
  for (const row of Object.values(operations)) {
    for (const schema of ['query', 'body', 'response'].map((part) => Reflect.get(row, part))) {
      if (schema !== undefined) expect(schema).toMatchObject({ type: 'lazy' });
    }
  }
});
