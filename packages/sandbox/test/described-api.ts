import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '@mailrig/contract/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type TestResponse, call, type Target } from './harness.ts';

const ajv = new Ajv2020({
  strict: false,
  formats: {
    'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    uri: (text: string) => URL.canParse(text),
    ipv4: true,
    ipv6: true,
    binary: true,
  },
});

/** Documents of many sandboxes share most of their schemas. */
const validators = new Map<string, ValidateFunction>();

/** A schema as a function that says what is wrong with a value. */
export function validatorOf(schema: JsonSchema): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validate);
  return validate;
}

/** An operation of a document, with its place. */
export interface DescribedOperation extends OpenApiOperation {
  readonly path: string;
  readonly method: string;
}

/** The API as a document describes it. */
export class DescribedApi {
  readonly operations: readonly DescribedOperation[];
  readonly #document: OpenApiDocument;
  readonly #answers = new Map<JsonSchema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
      })),
    );
  }

  /** The API as a sandbox describes itself. */
  static async of(target: Target): Promise<DescribedApi> {
    const { text } = await call(target, 'GET', '/_sandbox/openapi.json');
    const document: OpenApiDocument = JSON.parse(text);
    return new DescribedApi(document);
  }

  operation(id: string): DescribedOperation {
    const operation = this.operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`${id} is not described`);
    return operation;
  }

  /** What a response has that the document does not describe, or the other way round; `[]` if they agree. */
  mistakes(id: string, { status, headers, text }: TestResponse): readonly string[] {
    const response = this.operation(id).responses[status];
    if (!response) return [`status ${status} is not described`];
    const { content = {}, headers: described = {} } = response;
    const wrong = Object.entries(described).flatMap(([name, header]) => {
      const value = headers.get(name);
      if (value === null) return name === 'Idempotent-Replayed' ? [] : [`no header ${name}`];
      const { schema } = resolved(header, this.#document) as { readonly schema: JsonSchema };
      const read = schema.type === 'integer' ? Number(value) : value;
      return validatorOf(schema)(read) ? [] : [`header ${name}: ${value}`];
    });
    return [...wrong, ...this.#mistakesInBody(content, headers.get('content-type'), text)];
  }

  #mistakesInBody(
    content: Readonly<Record<string, { readonly schema: JsonSchema }>>,
    contentType: string | null,
    text: string,
  ): readonly string[] {
    if (Object.keys(content).length === 0) return text === '' ? [] : ['a body is not described'];
    const type = contentType?.split(';')[0] ?? '';
    const schema = content[type]?.schema;
    if (!schema) return [`the media type ${type} is not described`];
    const validate = this.#answers.get(schema) ?? validatorOf(closed(this.flat(schema)));
    this.#answers.set(schema, validate);
    if (validate(type === 'application/json' ? JSON.parse(text) : text)) return [];
    return [`${ajv.errorsText(validate.errors)} in ${text}`];
  }

  /** A schema without references, and without `allOf` of objects: their members are in one object. */
  flat(schema: JsonSchema): JsonSchema {
    const { allOf = [], ...own } = resolved(schema, this.#document) as JsonSchema;
    const parts = allOf.map((part) => this.flat(part));
    const isCondition = ({ if: condition, pattern }: JsonSchema) => condition ?? pattern;
    const conditions = parts.filter(isCondition);
    const merged = parts.filter((part) => !isCondition(part)).reduce(merge, this.#flatMembers(own));
    return conditions.length === 0 ? merged : { ...merged, allOf: conditions };
  }

  #flatMembers(schema: JsonSchema): JsonSchema {
    const { properties, items, additionalProperties, anyOf } = schema;
    const flat = (part: JsonSchema | boolean) => (typeof part === 'boolean' ? part : this.flat(part));
    return {
      ...schema,
      ...(properties && { properties: mapValues(properties, flat) }),
      ...(items !== undefined && !Array.isArray(items) && { items: flat(items) }),
      ...(additionalProperties !== undefined && { additionalProperties: flat(additionalProperties) }),
      ...(anyOf && { anyOf: anyOf.map((part) => this.flat(part)) }),
    };
  }
}

function resolved(part: object, document: OpenApiDocument): object {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part;
  const [section = '', name = ''] = part.$ref.split('/').slice(2);
  const found = Object.entries(document.components).find(([key]) => key === section)?.[1][name];
  if (typeof found !== 'object') throw new Error(`${part.$ref} is not described`);
  return found;
}

/** Two flat schemas that a value must both match. */
function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = one;
  const shared = mapValues(other.properties ?? {}, (schema, name) => {
    const before = properties[name];
    return isSchema(before) && isSchema(schema) ? merge(before, schema) : schema;
  });
  const all = { ...properties, ...shared };
  return {
    ...one,
    ...other,
    ...(Object.keys(all).length > 0 && { properties: all }),
    ...((one.required ?? other.required) && { required: [...required, ...(other.required ?? [])] }),
  };
}

/** A flat schema of a response that allows no member which it does not name. */
function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, additionalProperties, anyOf } = schema;
  const close = (part: JsonSchema | boolean) => (typeof part === 'boolean' ? part : closed(part));
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, close), additionalProperties: false }),
    ...(items !== undefined && !Array.isArray(items) && { items: close(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: close(additionalProperties) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  };
}

function isSchema(part: JsonSchema | boolean | undefined): part is JsonSchema {
  return typeof part === 'object';
}

function mapValues<V, R>(
  record: Readonly<Record<string, V>>,
  change: (value: V, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
