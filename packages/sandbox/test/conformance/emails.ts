import { expect } from 'vitest';
import type { Email } from '../envelope.ts';
import { type TestResponse, call, type Request, type Target } from '../harness.ts';

/** Path of both email operations. */
export const emails = '/api/v1/emails';

/** The smallest email that the default account can send. */
export const hello = {
  from: 'ada@example.com',
  to: 'bob@example.net',
  subject: 'Hello',
  html: '<p>Hello</p>',
};

/** The test text that every spam filter flags. */
export const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** Sends {@link hello} with other fields. `undefined` omits a field. */
export function send(target: Target, fields: object = {}, request: Request = {}): Promise<TestResponse> {
  return call(target, 'POST', emails, { ...request, json: { ...hello, ...fields } });
}

/** Sends through a template. */
export function sendTemplate(target: Target, templateId: string, fields: object = {}, request: Request = {}) {
  return send(target, { subject: undefined, html: undefined, templateId, ...fields }, request);
}

/** Requests the list of sent emails. */
export function list(
  target: Target,
  query: Record<string, string> = {},
  request: Request = {},
): Promise<TestResponse> {
  return call(target, 'GET', emails, { ...request, query });
}

/** Number of listed emails. */
export async function total(target: Target, query: Record<string, string> = {}): Promise<number> {
  return (await list(target, query)).body.data.pagination.total;
}

/** The newest listed email. */
export async function newest(target: Target): Promise<Email> {
  const email = (await list(target, { limit: '1' })).body.data.emails[0];
  expect(email, 'an email in the list').toBeDefined();
  return email as Email;
}
