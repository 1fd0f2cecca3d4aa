import {
  type ErrorCode,
  errorCodes,
  type ErrorCodeRow,
  operations,
} from '../../packages/contract/src/index.ts';
import type { Operation } from '../../packages/contract/src/index.ts';
import { codesOf } from '../../packages/contract/src/openapi/errors.ts';
import { advice } from './advice.ts';
import type { DocComments } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

const sources: Readonly<Record<ErrorCodeRow['source'], string>> = {
  doc: 'documented',
  inferred: 'documented without a status',
  own: 'not documented',
};

const retries: Readonly<Record<ErrorCodeRow['retry'], string>> = {
  never: 'nobody: the same request fails again',
  'after-wait': 'the client, after the time in `Retry-After`',
  'if-safe': 'the client, where the operation may be repeated',
};

const detailed = ['suppressed', 'missing', 'required', 'available', 'reason', 'limit'];

/** The page of error codes. */
export function errorCodesPage(docs: DocComments): string {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const overview = table(
    ['Code', 'Status', 'Meaning'],
    codes.map((name) => {
      const { status, meaning } = errorCodes[name];
      return [`[\`${name}\`](#${name.toLowerCase()})`, String(status), meaning];
    }),
  );
  return page(
    'Error codes',
    'What the service answers with when it refuses, from the table in `packages/contract/src/errors.ts`. The client throws one class for each family; `error.code` is the code, and `isAPIError(error, code)` narrows `error.details` to its shape. [Errors and retries](../guides/errors-and-retries.md) shows how to use them.',
    [overview, ...codes.map((name) => section(name, docs))],
  );
}

function section(name: ErrorCode, docs: DocComments): string {
  const { status, semanticStatus, meaning, family, source, retry } = errorCodes[name];
  const rows: readonly Operation[] = Object.values(operations);
  const answering = rows.filter((row) => row.errors.includes(name));
  const everywhere = answering.length === 0 && rows.some((row) => codesOf(row).includes(name));
  const details = detailed
    .map((field) => [field, docs.of(`ErrorDetailsByCode.${name}`, field)])
    .filter(([, text]) => text)
    .map(([field = '', text = '']) => `${code(field)}: ${text}`);
  const facts = [
    `- **Status:** ${status}${semanticStatus === undefined ? '' : `, or ${semanticStatus} under \`sendErrorStatus: 'semantic'\``} (${sources[source]})`,
    `- **Family:** ${family}`,
    `- **What to do:** ${advice[name]}`,
    `- **Repeated by:** ${retries[retry]}`,
    details.length > 0 && `- **Details:** ${details.join(' ')}`,
    answering.length > 0 &&
      `- **Answered by:** ${answering.map((row) => `[${row.name}](operations.md#${row.name.toLowerCase()})`).join(', ')}`,
    everywhere && '- **Answered by:** any operation',
  ];
  return `## ${name}\n\n${meaning}\n\n${facts.filter(Boolean).join('\n')}`;
}
