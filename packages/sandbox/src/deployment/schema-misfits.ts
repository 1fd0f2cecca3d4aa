/* Checks the form of a response against the OpenAPI document, under the wire options that the deployment uses. */
import type { WireOptions } from '@mailrig/contract';
import { openApiDocument, type OpenApiOperation } from '@mailrig/contract/openapi';
import * as z from 'zod';
import type { Difference } from './differences.ts';
import type { Responses, Steps } from './script.ts';
import { operationOf } from './step.ts';

/** Where responses do not have the form that the document describes under these wire options: that is the sandbox's. */
export function misfitsIn(
  steps: Steps,
  responses: Responses,
  wire: Partial<WireOptions>,
): readonly Difference[] {
  const text = JSON.stringify(openApiDocument({ wire, endpoints: 'published' }));
  const { paths, components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
  const operations = new Map(
    Object.values<Record<string, OpenApiOperation>>(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const properties: Record<string, object> = {};
  const described = steps.flatMap(([step, request]) => {
    const { status, json } = responses[step] ?? {};
    const name = operationOf(request) ?? '';
    const content = operations.get(name)?.responses[String(status)]?.content?.['application/json'];
    if (content === undefined) return [];
    properties[`${name} ${status}`] = content.schema;
    return [{ step, request, json, form: `${name} ${status}` }];
  });
  // Together they are read much faster than one by one, because they share most parts.
  const whole = { type: 'object', properties, required: Object.keys(properties), $defs: components.schemas };
  const { shape } = z.fromJSONSchema(whole as z.core.JSONSchema.JSONSchema) as z.ZodObject<
    Record<string, z.ZodType>
  >;
  return described.flatMap(({ json, form, ...place }) => {
    const { error } = shape[form]?.safeParse(json, { jitless: true }) ?? {};
    return (error?.issues ?? []).map((issue): Difference => {
      const value = issue.path.reduce<unknown>((whole, name) => Reflect.get(Object(whole), name), json);
      const sandbox = issue.code === 'invalid_type' ? issue.expected : 'as documented';
      return {
        ...place,
        path: z.core.toDotPath(issue.path).replaceAll(/\[\d+\]/g, '[]'),
        deployment: wordsFor(issue, value),
        sandbox,
      };
    });
  });
}

/** What is wrong with a value, without the value itself, which may be private, unless it is a word of the API. */
function wordsFor({ code }: z.core.$ZodIssue, value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'absent';
  const isWord = typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(value);
  if (code === 'invalid_value') return isWord ? JSON.stringify(value) : 'none of the documented values';
  const type = Array.isArray(value) ? 'array' : typeof value;
  return code === 'invalid_type' || code === 'invalid_union' ? type : `${type} of another form`;
}
