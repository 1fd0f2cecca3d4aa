import type * as z from 'zod/mini';

/** A JSON Schema of draft 2020-12, the one of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Points to a component of the same document, for example `#/components/schemas/Email`. */
export type Reference = {
  /** Address of the schema in the document, `#/components/…`. */
  readonly $ref: string;
};

/** A reference to a named schema of the document. */
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

/** The members of an object, by their names. */
export type Members = Readonly<Record<string, JsonSchema | Reference>>;

/** An object with these members, all required. */
export function objectOf(members: Members): JsonSchema {
  return { type: 'object', properties: { ...members }, required: Object.keys(members) };
}
