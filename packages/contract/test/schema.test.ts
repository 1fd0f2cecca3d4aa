import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { check } from '../src/index.ts';
import * as own from '../src/schema.ts';

const bare = Object.assign(Object.create(null), { a: 'x' });

/** JSON values and a few others, at the edges of what the schemas distinguish. */
const values: readonly unknown[] = [
  [undefined, null, true, false, '', 'a', '7', 'long enough'],
  [0, -0, 1, -1, 1.5, 1e300, -1e300, 2 ** 53, -(2 ** 53), Number.MAX_SAFE_INTEGER, NaN, Infinity],
  [[], [1], ['a', 1, null], Array(3), {}, { a: 'x' }, { a: 1 }, { a: undefined }, { b: 'x' }, bare],
  [{ a: 'x', b: 1, c: { a: 'y', d: [] } }, { a: 'x', c: null }, { c: { a: 2 } }],
  [JSON.parse('{"__proto__":"x","a":"y"}'), { constructor: 'x' }, { constructor: { prototype: 1 } }],
  [new Date(0), new Map(), new (class Thing {})(), () => 1, Symbol('x'), 7n],
].flat();

/** The same schema in both libraries. */
const pairs: Readonly<Record<string, readonly [z.ZodMiniType, z.ZodMiniType]>> = {
  string: [own.string(), z.string()],
  number: [own.number(), z.number()],
  int: [own.int(), z.int()],
  'int with words': [own.int('must be whole'), z.int({ error: 'must be whole' })],
  boolean: [own.boolean(), z.boolean()],
  unknown: [own.unknown(), z.unknown()],
  literal: [own.literal(true), z.literal(true)],
  enum: [own.enumOf(['a', 'b'], 'must be a or b'), z.enum(['a', 'b'], { error: 'must be a or b' })],
  custom: [
    own.custom((value) => typeof value === 'object', 'must be an object'),
    z.custom((value) => typeof value === 'object', { error: 'must be an object' }),
  ],
  nullable: [own.nullable(own.string()), z.nullable(z.string())],
  optional: [own.optional(own.string()), z.optional(z.string())],
  exactOptional: [own.exactOptional(own.string()), z.exactOptional(z.string())],
  union: [own.union([own.string(), own.array(own.string())]), z.union([z.string(), z.array(z.string())])],
  'union with words': [
    own.union([own.string(), own.boolean()], 'must be text or a boolean'),
    z.union([z.string(), z.boolean()], { error: 'must be text or a boolean' }),
  ],
  array: [own.array(own.nullable(own.int())), z.array(z.nullable(z.int()))],
  record: [own.record(own.string()), z.record(z.string(), z.string())],
  object: [
    own.object({
      a: own.string(),
      b: own.optional(own.int()),
      c: own.exactOptional(own.object({ a: own.string(), d: own.optional(own.array(own.unknown())) })),
    }),
    z.object({
      a: z.string(),
      b: z.optional(z.int()),
      c: z.exactOptional(z.object({ a: z.string(), d: z.optional(z.array(z.unknown())) })),
    }),
  ],
  'union of objects': [
    own.union([own.object({ a: own.literal(true) }), own.object({ a: own.string(), b: own.int() })]),
    z.union([z.object({ a: z.literal(true) }), z.object({ a: z.string(), b: z.int() })]),
  ],
};

/** Reports an issue for a text if `isOut`. */
function outlier(isOut: boolean, { value, issues }: z.core.ParsePayload<string>, more: object = {}): void {
  if (isOut) issues.push({ code: 'custom', input: value, path: ['at'], message: 'is out', ...more });
}

/** The same checks in both libraries. */
const checks: Readonly<Record<string, readonly [z.core.$ZodCheck<string>, z.core.$ZodCheck<string>][]>> = {
  'one that judges, then another': [
    [
      own.check((text) => outlier(text.value.length > 1, text, { continue: true })),
      z.check((text) => outlier(text.value.length > 1, text, { continue: true })),
    ],
    [
      own.check((text) => outlier(text.value.length < 9, text)),
      z.check((text) => outlier(text.value.length < 9, text)),
    ],
  ],
  'one that stops the next': [
    [
      own.check((text) => outlier(text.value !== 'a', text)),
      z.check((text) => outlier(text.value !== 'a', text)),
    ],
    [
      own.check((text) => outlier(text.value.length < 9, text)),
      z.check((text) => outlier(text.value.length < 9, text)),
    ],
  ],
  'one that is made whatever else is wrong': [
    [
      own.check((text) => outlier(true, text), { when: ({ value }) => value !== null }),
      z.check((text) => outlier(true, text), { when: ({ value }) => value !== null }),
    ],
  ],
};

describe('the contract’s schemas find the same issues as zod’s, with the same messages', () => {
  test.each(Object.entries(pairs))('%s', (_name, [ours, theirs]) => {
    for (const value of values) expect(check(ours, value)).toStrictEqual(check(theirs, value));
  });

  test('an array with a maximum length, for every value but text', () => {
    const [ours, theirs] = [own.array(own.int(), 2), z.array(z.int()).check(z.maxLength(2))];
    for (const value of values) {
      if (typeof value !== 'string') expect(check(ours, value)).toStrictEqual(check(theirs, value));
    }
    expect(z.toJSONSchema(own.array(own.unknown(), 2))).toEqual(
      z.toJSONSchema(z.array(z.unknown()).check(z.maxLength(2))),
    );
  });

  test.each(Object.entries(checks))('a check: %s', (_name, all) => {
    const ours = own.string().check(...all.map(([check]) => check));
    const theirs = z.string().check(...all.map(([, check]) => check));
    for (const value of values) expect(check(ours, value)).toStrictEqual(check(theirs, value));
    const listed = [own.object({ a: own.array(ours) }), z.object({ a: z.array(theirs) })] as const;
    const value = { a: ['a', 'b', 7, 'long enough'] };
    expect(check(listed[0], value)).toStrictEqual(check(listed[1], value));
  });
});

/** Removes the safe-integer bounds, which the document omits. */
function withoutBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum !== Number.MAX_SAFE_INTEGER) return;
  delete schema.maximum;
  delete schema.minimum;
}

describe('the contract’s schemas support zod’s protocol', () => {
  test.each(Object.entries(pairs))('z.toJSONSchema treats %s like zod’s own schema', (name, pair) => {
    const [ours, theirs] = pair.map((schema) =>
      z.toJSONSchema(schema, {
        unrepresentable: 'any',
        override: ({ jsonSchema }) => withoutBounds(jsonSchema),
      }),
    );
    expect(ours, name).toEqual(theirs);
  });

  test.each(Object.entries(pairs))('a zod object checks its member %s', (_name, [ours, theirs]) => {
    for (const value of values) {
      const found = [ours, theirs].map((schema) => check(z.object({ in: z.array(schema) }), { in: [value] }));
      expect(found[0]).toStrictEqual(found[1]);
    }
  });
});
