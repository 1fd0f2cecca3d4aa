import { describe, expect, test } from 'vitest';
import { apiPrefix, commonErrors, errorCodes, type Operation, operations } from '../src/index.ts';

const rows: [string, Operation][] = Object.entries(operations);

test('R1: the table holds the 17 operations of the document and the presigned upload', () => {
  expect(rows.map(([, { method, path }]) => `${method} ${path}`).toSorted()).toEqual([
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

describe.each(rows)('%s', (key, row) => {
  test('its name is its key', () => {
    expect(row.name).toBe(key);
  });

  test('R1: only the presigned upload is outside /api/v1', () => {
    expect(row.path.startsWith(`${apiPrefix}/`)).toBe(key !== 'putUpload');
  });

  test('its path parameters are ids with different names', () => {
    const parameters = [...row.path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
    expect(['', 'id', 'listId', 'listId,id']).toContain(parameters.join());
  });

  test('R12: a GET reads no body, and only a GET reads a query', () => {
    expect(row.method === 'GET' ? row.body : row.query).toBeUndefined();
  });

  test('its codes are known, listed once and not those that every operation has', () => {
    expect(new Set(row.errors).size).toBe(row.errors.length);
    for (const code of row.errors) {
      expect(errorCodes).toHaveProperty(code);
      expect(commonErrors).not.toContain(code);
    }
  });

  test('it has a payload unless nothing is answered', () => {
    const silent = key === 'suppressContact' || key === 'putUpload';
    expect(row.response === undefined).toBe(silent);
  });

  test('A117: only a send with a key and calls that do no harm twice are repeated after an unknown outcome', () => {
    const lasting = ['createContactList', 'createContact', 'createVerificationBatch'].includes(key);
    const rule = key === 'sendEmail' ? 'with-idempotency-key' : lasting ? 'if-not-done' : 'safe';
    expect(row.retry).toBe(rule);
  });
});

test('A19: creation answers 201, a running batch 202, suppression 204 and the rest 200', () => {
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
  });
});
