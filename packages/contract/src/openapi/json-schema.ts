import type * as z from 'zod/mini';

/** A JSON Schema of draft 2020-12, the one of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Points to a component of the same document, for example `#/components/schemas/Email`. */
export type Reference = {
  /** Address of the schema in the document, `#/components/…`. */
  readonly $ref: string;
};

/** A reference to a schema of the document. */
export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

/** An array of one kind of item. */
export function listOf(items: JsonSchema | Reference): JsonSchema {
  return { type: 'array', items };
}

/** An object with one kind of member. */
export function mapOf(additionalProperties: JsonSchema | Reference): JsonSchema {
  return { type: 'object', additionalProperties };
}
