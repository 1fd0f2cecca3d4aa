import type { Operation } from '../../packages/contract/src/index.ts';
import { apiPrefix, errorCodes, operations } from '../../packages/contract/src/index.ts';
import { type JsonSchema, openApiDocument } from '../../packages/contract/src/openapi.ts';
import { codesOf } from '../../packages/contract/src/openapi/errors.ts';
import type { DocComments } from './doc-comments.ts';
import { jsonFields, jsonType } from './json-type.ts';
import { code, page, table } from './markdown.ts';

const { paths, components } = openApiDocument({ endpoints: 'published' });
const rows: readonly Operation[] = Object.values(operations);

const retries: Readonly<Record<Operation['retry'], string>> = {
  safe: 'after lost connections, timeouts, 408, 429 and 5xx',
  'with-idempotency-key':
    'after lost connections, timeouts, 408, 429 and 5xx; the idempotency key makes this safe',
  'if-not-done':
    'only if the service did nothing: the request never reached it, or the response is `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`',
};

/** The page of operations and of the records they return. */
export function operationsPage(docs: DocComments): string {
  const overview = table(
    ['Operation', 'Request', 'Description'],
    rows.map(({ name, method, path, summary }) => [
      `[${name}](#${name.toLowerCase()})`,
      code(`${method} ${path}`),
      summary,
    ]),
  );
  const anyBody = rows.flatMap(codesOf).filter((name) => !rows.some(({ errors: own }) => own.includes(name)));
  const everywhere = [...new Set(anyBody)].map((name) => [linked(name), errorCodes[name].meaning]);
  const records = Object.keys(components.schemas).filter((name) => isRecord(name));
  return page(
    'Operations',
    `Every call of the API. Bodies are JSON. A successful response is \`{ success: true, data, meta }\`; the tables below show \`data\`. See [error codes](error-codes.md) for what each code means, and [limits](limits.md) for the numbers.`,
    [
      overview,
      ...rows.map((row) => section(row, docs)),
      `## Errors of every operation\n\n${table(['Code', 'When'], everywhere)}`,
      '## Records\n\nThe objects that operations return.',
      ...records.map((name) => record(name, docs)),
    ],
  );
}

function section(row: Operation, docs: DocComments): string {
  const { name, method, path, summary, status, statusAtOnce, retry, published } = row;
  const facts = [
    `- **Request:** \`${method} ${path}\``,
    `- **Response:** ${answer(row)}`,
    `- **Retried by the client:** ${retries[retry]}`,
    `- **Errors:** ${errors(row)}`,
  ];
  const parts = [
    `## ${name}`,
    `${summary}. Status ${status}${statusAtOnce ? `, or ${statusAtOnce} if it completes at once` : ''}.${published ? ' Not documented: only the published clients of the service show it ([A126](../decisions.md#a126)).' : ''}`,
    facts.filter(Boolean).join('\n'),
    query(row, docs),
    body(row, docs),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function errors(row: Operation): string {
  if (!row.path.startsWith(apiPrefix)) return 'XML without an error code (decision A73)';
  const own = row.errors.map(linked).join(', ');
  const common = `[those of every operation](#errors-of-every-operation)`;
  return own === '' ? common : `${own}, and ${common}`;
}

function answer({ name, path, method, status }: Operation): string {
  const success = paths[path]?.[method.toLowerCase()]?.responses[status];
  const schema = success?.content?.['application/json']?.schema;
  const [, envelope] = schema && 'allOf' in schema ? (schema.allOf ?? []) : [];
  const data = envelope?.properties?.['data'];
  if (typeof data !== 'object') return name === 'putUpload' ? 'an `ETag` header' : 'no body';
  return jsonType(data)
    .split(' | ')
    .map((type) => withLink(type))
    .join(' or ');
}

/** A type, linked if it names a record on this page. */
function withLink(type: string): string {
  const [name = ''] = /\w+/.exec(type) ?? [];
  return isRecord(name) ? `[\`${type}\`](#${name.toLowerCase()})` : code(type);
}

function query({ name, path, method, query: schema }: Operation, docs: DocComments): string {
  if (!schema) return '';
  const owner = name === 'listContactLists' ? 'PageQuery' : `${name[0]?.toUpperCase()}${name.slice(1)}Query`;
  const parameters = paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  const fields = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => [
      code(parameter.name),
      code(jsonType(parameter.schema)),
      [docs.of(owner, parameter.name), parameter.description].filter(Boolean).join(' '),
    ]);
  return table(['Query', 'Type', 'Meaning'], fields);
}

function body({ path, method }: Operation, docs: DocComments): string {
  if (!path.startsWith(apiPrefix))
    return 'The body is the file. Use the `uploadUrl` exactly as you received it.';
  const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
  if (!schema) return '';
  const name = jsonType(schema);
  const { description = '', ...found }: JsonSchema = components.schemas[name] ?? {};
  const fields = jsonFields(found).map((field) => fieldRow(name, field, docs));
  return [description, table(['Body', 'Type', 'Required', 'Meaning'], fields)].filter(Boolean).join('\n\n');
}

function record(name: string, docs: DocComments): string {
  const schema = components.schemas[name] ?? {};
  const { anyOf } = schema;
  if (anyOf) return `### ${name}\n\nOne of ${anyOf.map((one) => withLink(jsonType(one))).join(' and ')}.`;
  const fields = jsonFields(schema).map((field) => fieldRow(name, field, docs));
  return `### ${name}\n\n${table(['Field', 'Type', 'Always', 'Meaning'], fields)}`;
}

function fieldRow(owner: string, field: ReturnType<typeof jsonFields>[number], docs: DocComments): string[] {
  const { name, type, required } = field;
  return [code(name), code(type), required ? 'yes' : '', docs.of(owner, name)];
}

/** Whether a schema is part of a response. Requests and errors are shown elsewhere. */
function isRecord(name: string): boolean {
  return Object.hasOwn(components.schemas, name) && !/Body$|Details$|Envelope$|^ErrorCode$/.test(name);
}

function linked(errorCode: string): string {
  return `[\`${errorCode}\`](error-codes.md#${errorCode.toLowerCase()})`;
}
