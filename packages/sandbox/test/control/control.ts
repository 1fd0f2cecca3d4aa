import { expect } from 'vitest';
import { send as sendEmail } from '../conformance/emails.ts';
import { type TestResponse, payload, type Service } from '../harness.ts';

/** Returns the body of a success. Fails if the response is a refusal. */
export function read<Body>(response: TestResponse): Body {
  expect(response.status, response.text).toBeLessThan(300);
  return JSON.parse(response.text);
}

/** Fails unless the response is a `400 VALIDATION_ERROR` that names `field`. */
export function expectInvalid(response: TestResponse, field: string): void {
  expect(response.outcome, response.text).toBe('400 VALIDATION_ERROR');
  expect(response.json).toMatchObject({
    success: false,
    error: {
      message: expect.stringContaining(field),
      details: { field, errors: expect.arrayContaining([expect.objectContaining({ field })]) },
    },
    meta: { timestamp: expect.any(String), requestId: expect.any(String) },
  });
}

/** Sends an email with the live key, or another, and returns the receipt. */
export async function send(
  service: Service,
  fields: object = {},
  key?: string,
): Promise<{ readonly id: string; readonly messageId: string }> {
  return payload(await sendEmail(service, fields, { key }));
}

/** A second account with a live and a test key. */
export const other = {
  domain: { name: 'other.example', dnsVerified: true, active: true },
  credits: 5,
  keys: [
    { key: 'sk_live_other', environment: 'live' },
    { key: 'sk_test_other', environment: 'test' },
  ],
} as const;

/** Opens {@link other} and returns its id. */
export async function addOther(service: Service): Promise<string> {
  return read<{ id: string }>(await service.call('POST', '/_sandbox/accounts', { json: other })).id;
}
