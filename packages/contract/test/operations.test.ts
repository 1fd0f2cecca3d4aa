import { describe, expect, test } from 'vitest';
import {
  apiPrefix,
  commonErrors,
  errorCodes,
  errorsOf,
  type Operation,
  operations,
  operationsOf,
} from '../src/index.ts';

const rows: [string, Operation][] = Object.entries(operations);

test('the table has the 17 documented operations and the presigned upload (R1)', () => {
  expect(paths(operationsOf('documented'))).toEqual([
    'GET /api/v1/contact-lists',
    'GET /api/v1/contact-lists/{listId}/contacts',
    'GET /api/v1/contact-lists/{listId}/contacts/{id}',
    'GET /api/v1/email-verification',
    'GET /api/v1/email-verification/stats',
    'GET /api/v1/email-verification/{id}',
    'GET /api/v1/emails',
    'POST /api/v1/attachments/presigned-url',
    'POST /api/v1/attachments/{id}/confirm',
    'POST /api/v1/contact-lists',
    'POST /api/v1/contact-lists/{listId}/contacts',
    'POST /api/v1/contact-lists/{listId}/contacts/{id}/suppress',
    'POST /api/v1/email-verification/batch',
    'POST /api/v1/email-verification/single',
    'POST /api/v1/emails',
    'PUT /api/v1/contact-lists/{id}',
    'PUT /api/v1/contact-lists/{listId}/contacts/{id}',
    'PUT /uploads/{id}',
  ]);
});

test('the published operations are those that at least five of six clients call (A126)', () => {
  expect(paths(operationsOf('published').filter(({ published }) => published))).toEqual([
    'DELETE /api/v1/contact-lists/{id}',
    'DELETE /api/v1/contact-lists/{listId}/contacts/{id}',
    'GET /api/v1/contact-lists/{id}',
    'GET /api/v1/contact-lists/{id}/stats',
    'GET /api/v1/emails/stats',
    'GET /api/v1/emails/{id}',
  ]);
});

function paths(operations: readonly Operation[]): string[] {
  return operations.map(({ method, path }) => `${method} ${path}`).toSorted();
}

describe.each(rows)('%s', (key, row) => {
  test('the name is the key', () => {
    expect(row.name).toBe(key);
  });

  test('only the presigned upload is outside /api/v1 (R1)', () => {
    expect(row.path.startsWith(`${apiPrefix}/`)).toBe(key !== 'putUpload');
  });

  test('the path parameters are ids with different names', () => {
    const parameters = [...row.path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
    expect(['', 'id', 'listId', 'listId,id']).toContain(parameters.join());
  });

  test('a GET reads no body, and only a GET reads a query (R12)', () => {
    expect(row.method === 'GET' ? row.body : row.query).toBeUndefined();
  });

  test('the codes are known, distinct, and not those of every operation', () => {
    const codes = errorsOf(row);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) {
      expect(errorCodes).toHaveProperty(code);
      expect(commonErrors).not.toContain(code);
    }
  });

  test('the operation has a payload unless it answers nothing', () => {
    const silent = row.status === 204 || key === 'putUpload';
    expect(row.response === undefined).toBe(silent);
  });

  test('after an unknown outcome, only a send with a key and calls that are safe to repeat are retried (A117)', () => {
    const lasting = ['createContactList', 'createContact', 'createVerificationBatch'].includes(key);
    const rule = key === 'sendEmail' ? 'with-idempotency-key' : lasting ? 'if-not-done' : 'safe';
    expect(row.retry).toBe(rule);
  });
});

test('creation answers 201, a running batch 202, suppression and deletion 204, and everything else 200 (A19)', () => {
  const others = Object.fromEntries(
    rows.filter(([, row]) => row.status !== 200).map(([key, row]) => [key, row.status]),
  );
  expect(others).toEqual({
    sendEmail: 201,
    createUpload: 201,
    createContactList: 201,
    createContact: 201,
    createVerificationBatch: 202,
    suppressContact: 204,
    deleteContactList: 204,
    deleteContact: 204,
  });
});
