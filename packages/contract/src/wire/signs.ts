import { errorCodes, isErrorCode } from '../operations/errors.ts';
import type { WireOption, WireOptions } from './wire-options.ts';
import { confirmResult } from './attachments.ts';
import { definitions } from './contacts.ts';
import { emailContainer } from './emails.ts';
import { fieldsOf, isObject } from '../checking/objects.ts';
import type { Sign } from './form.ts';
import { containerSigns, neighbours } from './pages.ts';
import { fieldForms } from './records.ts';
import { batchResults } from './verification.ts';

/** How a part of one or more responses shows each value of an option. */
export const signs: { readonly [Option in WireOption]: Readonly<Record<WireOptions[Option], Sign>> } = {
  ...fieldForms,
  // A part is the body of a 401.
  authError: {
    enveloped: {
      words: 'the 401 has `success: false`',
      takes: (body) => hasError(body) && fieldsOf(body)['success'] === false,
    },
    bare: {
      words: 'the 401 is `{ error }`',
      takes: (body) => hasError(body) && Object.keys(fieldsOf(body)).length === 1,
    },
  },
  // A part is a field without a value.
  nulls: {
    omit: { words: 'fields without a value are left out', takes: (value) => value === undefined },
    explicit: { words: 'fields without a value are null', takes: (value) => value === null },
  },
  // A part is an id with its documented prefix.
  ids: {
    prefixed: { words: 'ids are prefixed', takes: (part) => isPrefixed(part) },
    unprefixed: {
      words: 'ids are unprefixed',
      takes: (part) =>
        !isPrefixed(part) &&
        /^([0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(String(fieldsOf(part)['id'])),
    },
  },
  // A part is the status of a creation.
  successStatus: {
    rest: {
      words: 'creations have the statuses 201 and 202',
      takes: (status) => status === 201 || status === 202,
    },
    '200': { words: 'creations have the status 200', takes: (status) => status === 200 },
  },
  // A part is the body of a 429.
  rateLimitCode: {
    present: { words: 'the 429 has an error code', takes: (body) => hasError(body) && hasCode(body) },
    absent: { words: 'the 429 has no error code', takes: (body) => hasError(body) && !hasCode(body) },
  },
  // A part is whether a repeated key was refused, got the same message, and was called skipped.
  replay: {
    skipped: {
      words: 'a repeated key returned the same message and `skipped: true`',
      takes: (part) => isReplay(part, true, true),
    },
    verbatim: {
      words: 'a repeated key returned the same message, without `skipped: true`',
      takes: (part) => isReplay(part, true, false),
    },
    conflict: { words: 'a repeated key was refused', takes: (part) => fieldsOf(part)['refused'] === true },
  },
  // A part is the status and the code of a refused send, whose code has two statuses.
  sendErrorStatus: {
    '400': { words: 'errors of a send are a 400', takes: (part) => statusKind(part) === 'status' },
    semantic: {
      words: 'errors of a send have the status that fits each best',
      takes: (part) => statusKind(part) === 'semanticStatus',
    },
  },
  // A part is whether all contacts that are not active are counted as suppressed.
  listCounting: {
    'by-status': { words: 'some contacts are neither active nor suppressed', takes: (all) => all === false },
    'active-or-suppressed': {
      words: 'more contacts are counted as suppressed than have that status',
      takes: (all) => all === true,
    },
  },
  pageContainer: containerSigns('listEmails'),
  verificationsContainer: containerSigns('listVerifications'),
  listsContainer: containerSigns('listContactLists'),
  neighbours,
  confirmResult,
  emailContainer,
  batchResults,
  listFields: definitions,
  contactListFields: definitions,
};

const hasError = (body: unknown): boolean => isObject(fieldsOf(body)['error']);

const hasCode = (body: unknown): boolean => typeof fieldsOf(fieldsOf(body)['error'])['code'] === 'string';

function isPrefixed(part: unknown): boolean {
  const { id, prefix } = fieldsOf(part);
  return String(id).startsWith(String(prefix));
}

function isReplay(part: unknown, same: boolean, skipped: boolean): boolean {
  const { refused, ...others } = fieldsOf(part);
  return refused === false && others['same'] === same && others['skipped'] === skipped;
}

function statusKind(part: unknown): 'status' | 'semanticStatus' | undefined {
  const { code, status } = fieldsOf(part);
  const row = isErrorCode(String(code)) ? fieldsOf(errorCodes[String(code) as keyof typeof errorCodes]) : {};
  return (['status', 'semanticStatus'] as const).find((kind) => row[kind] === status);
}
