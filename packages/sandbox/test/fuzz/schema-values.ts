import type { JsonSchema } from '@mailrig/contract/openapi';
import fc from 'fast-check';
import { validatorOf } from '../described-api.ts';
import { hostile } from './values.ts';

/**
 * Values made from JSON Schemas without references. {@link valueOf} makes values that usually match, and
 * {@link nearMissOf} values that differ from those in one place. Only a validator knows which of them match.
 */

type Schema = JsonSchema | boolean | undefined;

/** Values for a schema. Conditions (`if`, `not`) are left to a validator. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return fc.jsonValue();
  const { enum: values, anyOf, examples } = schema;
  if (values) return fc.constantFrom(...values);
  const made = anyOf
    ? anyOf.map(valueOf)
    : typesOf(schema).map((type) => byType[type]?.(schema) ?? fc.jsonValue());
  if (!Array.isArray(examples)) return fc.oneof(...made);
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...examples) }, ...made);
}

/** A value for a schema, changed in one place: often just outside of what the schema allows. */
export function nearMissOf(schema: Schema): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return hostile;
  const { anyOf, properties, items } = schema;
  if (anyOf) return fc.oneof(...anyOf.map(nearMissOf), hostile);
  if (properties) return nearMissOfObject(schema, properties);
  const [type] = typesOf(schema);
  if (type === 'array') return nearMissOfArray(schema, items);
  if (type === 'object') return nearMissOfRecord(schema);
  if (type === 'string') return fc.oneof({ weight: 4, arbitrary: textsNear(schema) }, hostile);
  if (type === 'integer') return fc.oneof({ weight: 3, arbitrary: numbersNear(schema) }, hostile);
  return hostile;
}

const wrongTypes: readonly unknown[] = [null, true, 7, -1, 0.5, 'text', '', [], {}, [[]]];

/**
 * Values at the edges of what a schema allows: each of its limits met and exceeded, each member missing, each
 * type wrong.
 *
 * @param base A value that matches; its edges are next to it.
 */
export function edgesOf(schema: Schema, base: unknown): readonly unknown[] {
  if (!isSchema(schema)) return wrongTypes;
  const { enum: values = [], anyOf = [], properties, minItems = 0, maxItems = 2, propertyNames } = schema;
  const edges: unknown[] = [...wrongTypes, ...values, ...textEdges(schema), ...numberEdges(schema)];
  edges.push(...anyOf.flatMap((part) => edgesOf(part, sampleOf(part))));
  const conditions = [schema.then, schema.else, ...(schema.allOf ?? []).map((part) => part.then)];
  for (const part of [properties, ...conditions.map((one) => (isSchema(one) ? one.properties : undefined))]) {
    if (part) edges.push(...objectEdges(part, typeof base === 'object' ? { ...base } : {}));
  }
  if (typesOf(schema).includes('array')) {
    const item = Array.isArray(base) && base.length > 0 ? base[0] : sampleOf(itemsOf(schema));
    const lengths = [minItems - 1, minItems, maxItems, maxItems + 1].filter((length) => length >= 0);
    edges.push(...lengths.map((length) => Array(length).fill(item)));
    edges.push(...edgesOf(itemsOf(schema), item).map((edge) => [edge]));
  }
  if (isSchema(propertyNames)) edges.push(...textEdges(propertyNames).map((name) => ({ [name]: 'text' })));
  return edges;
}

function objectEdges(
  properties: NonNullable<JsonSchema['properties']>,
  base: Readonly<Record<string, unknown>>,
): readonly object[] {
  const less = Object.keys(base).map((name) => ({ ...base, [name]: undefined }));
  const other = Object.entries(properties).flatMap(([name, schema]) =>
    edgesOf(schema, base[name] ?? sampleOf(schema)).map((edge) => ({ ...base, [name]: edge })),
  );
  return [...less, ...other, { ...base, unknown_field: 1 }];
}

function textEdges(schema: JsonSchema): readonly string[] {
  const { minLength, maxLength, pattern } = schema;
  const limits = [minLength, maxLength].flatMap((limit) => (limit === undefined ? [] : [limit, limit + 1]));
  const long = limits.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]);
  return [...long, ...(pattern === undefined ? [] : odd), ...textsIn(schema)];
}

function numberEdges({ minimum, maximum }: JsonSchema): readonly number[] {
  const limits = [minimum, maximum].filter((limit) => limit !== undefined);
  return limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
}

/** One value that matches. */
function sampleOf(schema: Schema): unknown {
  const samples = fc.sample(valueOf(schema), { seed: 1, numRuns: 100 });
  return samples.find((value) => !isSchema(schema) || validatorOf(schema)(value));
}

function typesOf({ type }: JsonSchema): readonly string[] {
  return type === undefined ? ['any'] : [type].flat();
}

const byType: Readonly<Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>>> = {
  string: textOf,
  integer: numberOf,
  number: () => fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: (schema) =>
    fc.array(valueOf(itemsOf(schema)), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 4, 4),
    }),
  object: objectOf,
};

function objectOf({ properties, required = [], additionalProperties, propertyNames }: JsonSchema) {
  if (!properties) {
    const names = isSchema(propertyNames) ? textOf(propertyNames) : fc.constantFrom('plan', 'name', 'x y');
    return fc.dictionary(names, valueOf(additionalProperties), { maxKeys: 3 });
  }
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]),
  );
  return fc.record(members, { requiredKeys: required.filter((name) => Object.hasOwn(members, name)) });
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 40, pattern } = schema;
  const length = { minLength, maxLength: Math.min(maxLength, 40) };
  const free = fc.oneof(fc.string(length), fc.string({ ...length, unit: 'binary' }));
  if (pattern === undefined) return free;
  const examples = textsIn(schema);
  if (examples.length === 0) return matching(pattern, free);
  const expression = new RegExp(pattern, 'u');
  const close = fc.constantFrom(...examples).chain(edited);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...examples) },
    close.filter((text) => expression.test(text)),
  );
}

/** Texts that match a pattern; if the generator does not understand it, those of `free` that do. */
function matching(pattern: string, free: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const expression = new RegExp(pattern, 'u');
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' }).filter((text) => expression.test(text));
  } catch {
    return free.filter((text) => expression.test(text));
  }
}

function numberOf({ minimum = -1_000, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, minimum + 50)) }),
    fc.integer({ min: minimum, max: Math.max(minimum, maximum) }),
  );
}

function textsIn({ examples = [] }: JsonSchema): string[] {
  return [examples].flat().filter((example) => typeof example === 'string');
}

const odd = ['', ' ', '\0', '\n', 'a\r\nb', '\u0085', 'é', '😀', '__proto__', 'constructor', 'null', '-1'];

/** Texts at the limits of their length, and examples with one character too many or too few. */
function textsNear(schema: JsonSchema): fc.Arbitrary<string> {
  const { maxLength, minLength = 0 } = schema;
  const atLimits = [maxLength, minLength].flatMap((limit) =>
    limit === undefined ? [] : [limit - 1, limit, limit + 1].filter((length) => length >= 0),
  );
  const long = atLimits.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]);
  const anyText = fc.oneof(fc.constantFrom(...odd, ...long), fc.string());
  const examples = textsIn(schema);
  if (examples.length === 0) return fc.oneof(anyText, textOf(schema).chain(edited));
  return fc.oneof(anyText, fc.constantFrom(...examples).chain(edited));
}

/** A text with a character removed, added or doubled. */
function edited(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.nat(text.length),
      fc.constantFrom('', '@', '.', ' ', '\n', '-', '0', 'Z', '"', '<', 'ß'),
      fc.nat(1),
    )
    .map(([place, added, removed]) => text.slice(0, place) + added + text.slice(place + removed));
}

function numbersNear({ minimum = 1, maximum }: JsonSchema): fc.Arbitrary<unknown> {
  const limits = [minimum, maximum ?? 10_485_760, 5_242_880];
  return fc.constantFrom(
    ...limits.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5, String(limit)]),
  );
}

function nearMissOfObject(
  schema: JsonSchema,
  properties: NonNullable<JsonSchema['properties']>,
): fc.Arbitrary<unknown> {
  const names = Object.keys(properties);
  return objectOf(schema).chain((whole: object) =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(...names)
          .chain((name) => nearMissOf(properties[name]).map((value) => ({ ...whole, [name]: value }))),
      },
      {
        weight: 3,
        arbitrary: fc
          .constantFrom(...names)
          .map((name) => Object.fromEntries(Object.entries(whole).filter(([own]) => own !== name))),
      },
      fc.constant({ ...whole, unknown_field: 1 }),
      hostile,
    ),
  );
}

function nearMissOfArray(schema: JsonSchema, items: JsonSchema['items']): fc.Arbitrary<unknown> {
  const { maxItems } = schema;
  const one = Array.isArray(items) ? items[0] : items;
  const few = fc.array(valueOf(one), { maxLength: 3 });
  return fc.oneof(
    few,
    fc.tuple(few, nearMissOf(one)).map(([values, last]) => [...values, last]),
    few.map((values) => [...values, ...values]),
    ...(maxItems === undefined
      ? []
      : [fc.tuple(valueOf(one), fc.nat(1)).map(([value, more]) => Array(maxItems + more).fill(value))]),
    hostile,
  );
}

function nearMissOfRecord(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { additionalProperties, propertyNames } = schema;
  const name = isSchema(propertyNames) ? nearMissOf(propertyNames).map(String) : fc.constantFrom('plan', '');
  return fc.oneof(
    fc
      .tuple(objectOf(schema), name, valueOf(additionalProperties))
      .map(([whole, key, value]) => ({ ...whole, [key]: value })),
    fc
      .tuple(objectOf(schema), nearMissOf(additionalProperties))
      .map(([whole, value]) => ({ ...whole, plan: value })),
    hostile,
  );
}

function itemsOf({ items }: JsonSchema): Schema {
  return Array.isArray(items) ? items[0] : items;
}

function isSchema(schema: Schema): schema is JsonSchema {
  return typeof schema === 'object';
}
