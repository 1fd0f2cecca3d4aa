import type { ErrorCode, Operation, OperationName } from '../../packages/contract/src/index.ts';
import {
  apiPrefix,
  errorCodes,
  errorMeanings,
  errorsOf,
  limits as allLimits,
} from '../../packages/contract/src/index.ts';
import { openApiDocument } from '../../packages/contract/src/openapi.ts';
import { advice } from './advice.ts';
import { type DocComments, documented } from './doc-comments.ts';
import { type JsonField, jsonFields, jsonType } from './json-type.ts';
import { limitRow } from './limits.ts';
import { code, page, table } from './markdown.ts';
import { operationCalls } from './operation-calls.ts';
import type { Example } from './operation-run.ts';

const { paths, components } = openApiDocument({ endpoints: 'published' });

/** Doc comments of the packages that the pages quote. */
export interface PackageComments {
  readonly contract: DocComments;
  readonly sdk: DocComments;
}

/** The classes of the client, by how a call reaches them. */
const classes: Readonly<Record<string, string>> = {
  emails: 'Emails',
  attachments: 'Attachments',
  lists: 'ContactLists',
  contacts: 'Contacts',
  verification: 'EmailVerification',
};

const retries: Readonly<Record<Operation['retry'], string>> = {
  safe: 'The client retries after lost connections, timeouts, 408, 429 and 5xx.',
  'with-idempotency-key':
    'The client retries after lost connections, timeouts, 408, 429 and 5xx. The idempotency key makes this safe.',
  'if-not-done':
    'The client retries only if the service did nothing: the request never reached it, or the response is `RATE_LIMIT_EXCEEDED` or a 503 with `Retry-After`. After a lost response, look whether it was done before you try again.',
};

/** The page of one operation. */
export function operationPage(row: Operation, example: Example, { contract, sdk }: PackageComments): string {
  const name = row.name as OperationName;
  const [, resource = '', method = ''] = /^mail\.(\w+)(?:\([^)]*\))?\.(\w+)/.exec(example.call) ?? [];
  const { result, limits = [] } = operationCalls[name];
  const summary = sdk.of(classes[resource] ?? '', method);
  if (row.published && !summary.startsWith('The document of the service lacks this call')) {
    throw new Error(
      `The comment of ${resource}.${method} must begin with what the document of the service lacks.`,
    );
  }
  return page(
    row.name,
    `${summary}\n\n\`${row.method} ${row.path}\`${row.published ? ' (see [A126](../../decisions.md#a126))' : ''}`,
    [
      block('ts', program(example.call, result)),
      block('sh', example.curl),
      body(row, example, contract),
      inClient(name, sdk),
      query(row, contract),
      answer(row, example),
      errors(row),
      `## Limits\n\n${limited(
        row,
        limits.map((limit) => limitRow(limit, contract)),
      )}`,
      `## Retries\n\n${retries[row.retry]}`,
      `To see what your code does then, let the next call fail in a test: \`sandbox.faults.failNext('${row.name}', 503)\`.`,
    ].filter((part) => part !== ''),
  );
}

function program(call: string, result: string | undefined): string {
  const target = result === undefined ? '' : `const ${result} = `;
  return `import { Mailrig } from 'mailrig';\n\nconst mail = new Mailrig();\n${target}await ${call};`;
}

function body({ path, method }: Operation, { request }: Example, docs: DocComments): string {
  if (!path.startsWith(apiPrefix)) {
    return '## Request\n\nThe body is the file. Use the `uploadUrl` exactly as you received it, and send no API key.';
  }
  const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema;
  if (!schema) return '';
  const name = jsonType(schema);
  const { description = '', ...found } = components.schemas[name] ?? {};
  const fields = jsonFields(found).map((field) => fieldRow(name, field, docs));
  return [
    '## Request',
    block('json', request),
    description,
    table(['Body', 'Type', 'Required', 'Meaning'], fields),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What the client takes besides the body, or in other forms. */
function inClient(name: OperationName, docs: DocComments): string {
  const { client } = operationCalls[name];
  if (!client) return '';
  const rows = Object.entries(client.fields).map(([field, type]) => [
    code(field),
    code(type),
    documented(docs.of(client.owner, field), client.owner, field),
  ]);
  return `The client also takes:\n\n${table(['Field', 'Type', 'Meaning'], rows)}`;
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
      documented(
        [docs.of(owner, parameter.name), parameter.description].filter(Boolean).join(' '),
        owner,
        parameter.name,
      ),
    ]);
  return `## Request\n\n${table(['Query', 'Type', 'Meaning'], fields)}`;
}

function answer({ name, path, method, status, statusAtOnce }: Operation, { response }: Example): string {
  const success = paths[path]?.[method.toLowerCase()]?.responses[status];
  const schema = success?.content?.['application/json']?.schema;
  const [, envelope] = schema && 'allOf' in schema ? (schema.allOf ?? []) : [];
  const data = envelope?.properties?.['data'];
  const links = typeof data === 'object' ? jsonType(data).split(' | ').map(withLink).join(' or ') : '';
  const empty = name === 'putUpload' ? 'no body, but an `ETag` header' : 'no body';
  return [
    '## Response',
    `Status ${status}${statusAtOnce ? `, or ${statusAtOnce} if it completes at once` : ''}, with ${links === '' ? empty : `${links} as \`data\``}.`,
    block('json', response),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function errors(row: Operation): string {
  if (!row.path.startsWith(apiPrefix)) return '## Errors\n\nXML without an error code (decision A73).';
  const common = 'the [errors of every operation](../operations.md#errors-of-every-operation)';
  const codes = errorsOf(row);
  if (codes.length === 0) return `## Errors\n\nOnly ${common}.`;
  return `## Errors\n\n${errorTable(codes, '../')}\n\nAlso ${common}.`;
}

/** Error codes, each with what it means and what to do. */
export function errorTable(codes: readonly ErrorCode[], folder: string): string {
  const rows = codes.map((name) => {
    const link = `[\`${name}\`](${folder}error-codes.md#${name.toLowerCase()})`;
    return [link, String(errorCodes[name].status), errorMeanings[name], advice[name]];
  });
  return table(['Code', 'Status', 'Meaning', 'What to do'], rows);
}

function limited({ path }: Operation, rows: readonly (readonly string[])[]): string {
  const rate = path.startsWith(apiPrefix)
    ? `Each key may make ${allLimits.requestsPerWindow} requests a minute, over all operations together.`
    : 'The rate limit does not count it.';
  return rows.length === 0 ? rate : `${rate}\n\n${table(['Name', 'Value', 'Description'], rows)}`;
}

/** A type, linked if it names a record on the page of operations. */
function withLink(type: string): string {
  const [name = ''] = /\w+/.exec(type) ?? [];
  return isRecord(name) ? `[\`${type}\`](../operations.md#${name.toLowerCase()})` : code(type);
}

/** Whether a schema is part of a response. Requests and errors are shown elsewhere. */
export function isRecord(name: string): boolean {
  return Object.hasOwn(components.schemas, name) && !/Body$|Details$|Envelope$|^ErrorCode$/.test(name);
}

/** The row of a field: name, type, whether it is always there, and its doc comment. */
export function fieldRow(owner: string, field: JsonField, docs: DocComments): string[] {
  const { name, type, description = '' } = field;
  const meaning = documented(docs.of(owner, name) || description, owner, name);
  return [code(name), code(type), field.required ? 'yes' : '', meaning];
}

function block(language: string, text: string): string {
  return text === '' ? '' : `\`\`\`${language}\n${text}\n\`\`\``;
}
