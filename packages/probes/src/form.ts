import type { WireOptions } from '@mailrig/contract';
import { openApiDocument, type OpenApiOperation } from '@mailrig/contract/openapi';
import * as z from 'zod';
import type { Answer } from './answer.ts';
import type { Contradiction } from './rules.ts';
import { operationOf, type ProbeRequest } from './step.ts';

/**
 * Where a response does not have the form that the API's document describes.
 *
 * @param wire The wire options that the deployment shows.
 */
export function formChecks(
  wire: Partial<WireOptions>,
): (request: ProbeRequest, answer: Answer) => readonly Contradiction[] {
  const text = JSON.stringify(openApiDocument({ wire, endpoints: 'published' }));
  const { paths, components } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
  const operations = new Map(
    Object.values<Record<string, OpenApiOperation>>(paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  );
  const schemas = new Map<string, z.ZodType>();
  return (request, { status, json }) => {
    const name = operationOf(request) ?? '';
    const content = operations.get(name)?.responses[String(status)]?.content?.['application/json'];
    if (content === undefined) return [];
    const key = `${name} ${status}`;
    const schema = schemas.get(key) ?? z.fromJSONSchema({ ...content.schema, $defs: components.schemas });
    schemas.set(key, schema);
    const { error } = schema.safeParse(json);
    return (error?.issues ?? []).map(({ path, message }): Contradiction => [pathOf(path), message]);
  };
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? '[]' : `.${String(key)}`))
    .join('')
    .slice(1);
}
