import {
  type ErrorCode,
  errorCodes,
  type ErrorCodeRow,
  errorMeanings,
  errorsOf,
  operations,
} from '../../packages/contract/src/index.ts';
import type { Operation } from '../../packages/contract/src/index.ts';
import { codesOf } from '../../packages/contract/src/openapi/errors.ts';
import { advice } from './advice.ts';
import type { DocComments } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

const sources: Readonly<Record<ErrorCodeRow['source'], string>> = {
  doc: 'documented',
  inferred: 'code documented, status not',
  own: 'not documented',
};

const retries: Readonly<Record<ErrorCodeRow['retry'], string>> = {
  never: 'no: the same request would fail again',
  later: 'no, but your program can try again later',
  'after-wait': 'yes, after the time in `Retry-After`',
  'if-safe': 'yes, if the operation is safe to retry',
};

const detailed = ['suppressed', 'missing', 'required', 'available', 'fields', 'reason', 'limit'];

/** The page of error codes. */
export function errorCodesPage(docs: DocComments): string {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const overview = table(
    ['Code', 'Status', 'Meaning'],
    codes.map((name) => {
      const link = `[\`${name}\`](#${name.toLowerCase()})`;
      return [link, String(errorCodes[name].status), errorMeanings[name]];
    }),
  );
  return page(
    'Error codes',
    'Every code the service can answer with, and what to do about it. The client throws one class per family. `error.code` is the code, and `isAPIError(error, code)` narrows `error.details` to its shape. See [errors and retries](../guides/errors-and-retries.md) for how to handle them.',
    [overview, ...codes.map((name) => section(name, docs))],
  );
}

function section(name: ErrorCode, docs: DocComments): string {
  const { status, semanticStatus, family, source, retry } = errorCodes[name];
  const rows: readonly Operation[] = Object.values(operations);
  const answering = rows.filter((row) => errorsOf(row).includes(name));
  const everywhere = answering.length === 0 && rows.some((row) => codesOf(row).includes(name));
  const details = detailed
    .map((field) => [field, docs.of(`ErrorDetailsByCode.${name}`, field)])
    .filter(([, text]) => text)
    .map(([field = '', text = '']) => `${code(field)}: ${text}`);
  const facts = [
    `- **Status:** ${status}${semanticStatus === undefined ? '' : `, or ${semanticStatus} under \`sendErrorStatus: 'semantic'\``} (${sources[source]})`,
    `- **Family:** ${family}`,
    `- **What to do:** ${advice[name]}`,
    `- **Retried by the client:** ${retries[retry]}`,
    details.length > 0 && `- **Details:** ${details.join(' ')}`,
    answering.length > 0 &&
      `- **Operations:** ${answering.map((row) => `[${row.name}](operations/${row.name}.md)`).join(', ')}`,
    everywhere && '- **Operations:** any',
  ];
  return `## ${name}\n\n${errorMeanings[name]}\n\n${facts.filter(Boolean).join('\n')}`;
}
