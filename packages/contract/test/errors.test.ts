import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes, errorMeanings, isErrorCode } from '../src/index.ts';

/** Every code: status, status under `semantic`, source, family, whether a program may retry. */
const expected: readonly [ErrorCode, number, number | undefined, string, string, string][] = [
  ['UNAUTHORIZED', 401, undefined, 'doc', 'authentication', 'never'],
  ['KEY_REVOKED', 401, undefined, 'doc', 'authentication', 'never'],
  ['KEY_EXPIRED', 401, undefined, 'doc', 'authentication', 'never'],
  ['VALIDATION_ERROR', 400, undefined, 'doc', 'validation', 'never'],
  ['INVALID_EMAIL', 400, undefined, 'doc', 'validation', 'never'],
  ['INVALID_CUSTOM_FIELD', 400, undefined, 'doc', 'validation', 'never'],
  ['BATCH_TOO_LARGE', 400, undefined, 'doc', 'validation', 'never'],
  ['ATTACHMENT_TOO_LARGE', 400, 413, 'doc', 'validation', 'never'],
  ['INVALID_CONTENT_TYPE', 400, undefined, 'doc', 'validation', 'never'],
  ['UPLOAD_NOT_COMPLETE', 400, undefined, 'doc', 'upload', 'later'],
  ['UPLOAD_EXPIRED', 400, undefined, 'doc', 'upload', 'never'],
  ['FILE_SIZE_MISMATCH', 400, undefined, 'doc', 'upload', 'never'],
  ['UPLOAD_NOT_FOUND', 404, undefined, 'doc', 'not-found', 'never'],
  ['INSUFFICIENT_CREDITS', 402, undefined, 'doc', 'insufficient-credits', 'never'],
  ['NOT_FOUND', 404, undefined, 'doc', 'not-found', 'never'],
  ['LIST_NOT_FOUND', 404, undefined, 'doc', 'not-found', 'never'],
  ['CONTACT_NOT_FOUND', 404, undefined, 'doc', 'not-found', 'never'],
  ['CONTACT_ALREADY_EXISTS', 409, undefined, 'doc', 'conflict', 'never'],
  ['ALREADY_SUPPRESSED', 409, undefined, 'doc', 'conflict', 'never'],
  ['TOO_MANY_BATCHES', 429, undefined, 'doc', 'too-many-batches', 'later'],
  ['DNS_VERIFICATION_FAILED', 400, 403, 'inferred', 'send', 'never'],
  ['DOMAIN_VALIDATION_FAILED', 400, 403, 'inferred', 'send', 'never'],
  ['FROM_DOMAIN_MISMATCH', 400, 403, 'inferred', 'send', 'never'],
  ['TEMPLATE_NOT_FOUND', 400, 404, 'inferred', 'send', 'never'],
  ['TEMPLATE_RENDER_ERROR', 400, 422, 'inferred', 'send', 'never'],
  ['ATTACHMENT_NOT_FOUND', 400, 404, 'inferred', 'send', 'never'],
  ['EMAIL_TOO_LARGE', 400, 413, 'inferred', 'send', 'never'],
  ['SPAM_SCORE_TOO_HIGH', 400, 422, 'inferred', 'send', 'never'],
  ['RECIPIENT_SUPPRESSED', 400, 409, 'inferred', 'send', 'never'],
  ['RATE_LIMIT_EXCEEDED', 429, undefined, 'own', 'rate-limit', 'after-wait'],
  ['IDEMPOTENCY_CONFLICT', 409, undefined, 'own', 'conflict', 'never'],
  ['IDEMPOTENCY_IN_PROGRESS', 409, undefined, 'own', 'conflict', 'after-wait'],
  ['METHOD_NOT_ALLOWED', 405, undefined, 'own', 'other', 'never'],
  ['UNSUPPORTED_MEDIA_TYPE', 415, undefined, 'own', 'other', 'never'],
  ['PAYLOAD_TOO_LARGE', 413, undefined, 'own', 'other', 'never'],
  ['INTERNAL_ERROR', 500, undefined, 'own', 'server', 'if-safe'],
  ['SERVICE_UNAVAILABLE', 503, undefined, 'own', 'server', 'if-safe'],
];

describe('every code has the decided status, source and family (R207)', () => {
  test.each(expected)('%s is answered with %i (R207)', (code, status, semantic, source, family, retry) => {
    const row = errorCodes[code];
    expect([row.status, row.semanticStatus, row.source, row.family, row.retry]).toEqual([
      status,
      semantic,
      source,
      family,
      retry,
    ]);
    expect(errorMeanings[code]).toMatch(/^[A-Z].+\.$/);
  });

  test('there is no other code (R207)', () => {
    expect(Object.keys(errorCodes).toSorted()).toEqual(expected.map(([code]) => code).toSorted());
  });

  test('only the table’s own keys are codes (R207)', () => {
    expect(isErrorCode('NOT_FOUND')).toBe(true);
    expect(isErrorCode('not_found')).toBe(false);
    expect(isErrorCode('toString')).toBe(false);
  });
});
