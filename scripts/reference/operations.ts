import { errorsOf, type Operation, operations } from '../../packages/contract/src/index.ts';
import { openApiDocument } from '../../packages/contract/src/openapi.ts';
import { codesOf } from '../../packages/contract/src/openapi/errors.ts';
import { summaryOf } from '../../packages/contract/src/operations/descriptions.ts';
import type { DocComments } from './doc-comments.ts';
import { jsonFields, jsonType } from './json-type.ts';
import { code, page, table } from './markdown.ts';
import { errorTable, fieldRow, isRecord } from './operation-page.ts';

const { schemas } = openApiDocument({ endpoints: 'published' }).components;
const rows: readonly Operation[] = Object.values(operations);

/** The page of what operations have in common: their list, the errors of all, and the records they return. */
export function operationsPage(docs: DocComments): string {
  const overview = table(
    ['Operation', 'Request', 'Description'],
    rows.map((row) => [
      `[${row.name}](operations/${row.name}.md)`,
      code(`${row.method} ${row.path}`),
      summaryOf(row),
    ]),
  );
  const anyBody = rows.flatMap(codesOf).filter((name) => !rows.some((row) => errorsOf(row).includes(name)));
  const records = Object.keys(schemas).filter((name) => isRecord(name));
  return page(
    'Operations',
    'Every call of the API, each with its own page. Bodies are JSON. A successful response is `{ success: true, data, meta }`; the records below are `data` or parts of it. See [error codes](error-codes.md) for what each code means, and [limits](limits.md) for the numbers.',
    [
      overview,
      `## Errors of every operation\n\n${errorTable([...new Set(anyBody)], '')}`,
      '## Records\n\nThe objects that operations return.',
      ...records.map((name) => record(name, docs)),
    ],
  );
}

function record(name: string, docs: DocComments): string {
  const schema = schemas[name] ?? {};
  const { anyOf } = schema;
  if (anyOf) return `### ${name}\n\nOne of ${anyOf.map((one) => withLink(jsonType(one))).join(' and ')}.`;
  const fields = jsonFields(schema).map((field) => fieldRow(name, field, docs));
  return `### ${name}\n\n${table(['Field', 'Type', 'Always', 'Meaning'], fields)}`;
}

function withLink(type: string): string {
  return isRecord(type) ? `[\`${type}\`](#${type.toLowerCase()})` : code(type);
}
