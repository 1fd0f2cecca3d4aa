import type { JsonSchema } from '../../packages/contract/src/openapi.ts';

/** A JSON Schema in TypeScript syntax. A `$ref` becomes the name of its schema. */
export function jsonType(schema: JsonSchema): string {
  const { $ref, enum: values, const: value, anyOf, oneOf, type, items, additionalProperties } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (value !== undefined) return JSON.stringify(value);
  if (Array.isArray(values)) return values.map((one) => `'${String(one)}'`).join(' | ');
  const choices = typeof type === 'string' ? undefined : (anyOf ?? oneOf);
  if (Array.isArray(choices)) return [...new Set(choices.map(jsonType))].join(' | ');
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'array') return `${bracketed(isSchema(items) ? jsonType(items) : 'unknown')}[]`;
  if (type === 'integer') return 'number';
  if (type === 'object' && isSchema(additionalProperties)) {
    return `Record<string, ${jsonType(additionalProperties)}>`;
  }
  return type ?? 'unknown';
}

/** A property of a JSON Schema. */
export interface JsonField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description?: string | undefined;
}

/** The properties of a JSON Schema. */
export function jsonFields({ properties = {}, required = [] }: JsonSchema): JsonField[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isSchema(schema)
      ? [{ name, type: jsonType(schema), required: required.includes(name), description: schema.description }]
      : [],
  );
}

function bracketed(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
