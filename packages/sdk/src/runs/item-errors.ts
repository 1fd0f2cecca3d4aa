import type { FieldError } from '@mailrig/contract';
import { isAPIError } from '../errors/guards.ts';
import type { MailrigError } from '../errors/mailrig-error.ts';

/** Codes of failures that every other item would share. */
const common: ReadonlySet<string> = new Set([
  'CLOCK_STANDS_STILL',
  'UNAUTHORIZED',
  'KEY_REVOKED',
  'KEY_EXPIRED',
  'INSUFFICIENT_CREDITS',
  'LIST_NOT_FOUND',
  'INVALID_OPTIONS',
  'HOOK_FAILED',
  'JOURNAL_FAILED',
  'JOURNAL_MISMATCH',
]);

/** Whether a failure ends the run, because every other item would fail in the same way. */
export function endsRun({ code, name }: MailrigError): boolean {
  return common.has(code) || name === 'PermissionError' || name === 'AbortError';
}

/** Puts the position of an item into the names of the wrong fields: `items[17].to`. Changes the error. */
export function nameItem(error: MailrigError, index: number): MailrigError {
  if (!isAPIError(error)) return error;
  const [first, ...others] = error.fieldErrors();
  if (first === undefined) return error;
  const { operation, code, message, stack } = error;
  const named = (field: string) => (field === '' ? `items[${index}]` : `items[${index}].${field}`);
  const start = `${operation}: ${code}: `;
  const reason = message.slice(start.length).replace(/^the request /, '');
  const subject = named(first.field);
  // The client's own messages begin with the field; those of the service are sentences.
  const rest = reason.startsWith(`${first.field} `)
    ? reason.slice(first.field.length)
    : `${error.status === undefined ? ' ' : ': '}${reason}`;
  const renamed = `${start}${subject}${rest}`;
  return Object.assign(error, {
    message: renamed,
    details: {
      ...error.details,
      field: subject,
      errors: [first, ...others].map((one): FieldError => ({ ...one, field: named(one.field) })),
    },
    ...(stack !== undefined && { stack: stack.replace(message, () => renamed) }),
  });
}
