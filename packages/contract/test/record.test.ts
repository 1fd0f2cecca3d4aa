import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { check } from '../src/index.ts';
import { recordOf } from '../src/checking/record.ts';

const shape = () => ({
  id: z.string(),
  to: z.array(z.string()),
  subject: z.exactOptional(z.string().check(z.minLength(1))),
  cc: z.exactOptional(z.array(z.string())),
  note: z.exactOptional(z.string()),
  size: z.exactOptional(z.int()),
  parts: z.exactOptional(z.array(z.object({ name: z.string() }))),
});

const right = { id: '1', to: ['a', 'b'] };
const values: unknown[] = [
  right,
  { ...right, subject: 'Hi', cc: [], note: '', size: 1, parts: [{ name: 'x', other: 1 }] },
  { ...right, other: 1 },
  { ...right, to: [] },
  { ...right, to: ['a', 7] },
  { ...right, to: 'a' },
  { ...right, subject: '' },
  { ...right, note: null },
  { ...right, note: undefined },
  { ...right, size: 1.5 },
  { ...right, parts: [{}] },
  { id: 7 },
  {},
  [],
  null,
  undefined,
  'text',
];

test.each(values)('a record is checked as an object is, and is a copy: %j (A15)', (value) => {
  const checked = check<unknown>(recordOf(shape()), value);
  expect(checked).toStrictEqual(check<unknown>(z.object(shape()), value));
  if (checked.ok) expect(checked.value).not.toBe(value);
});
