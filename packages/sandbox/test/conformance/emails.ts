import { expect } from 'vitest';
import type { Answer, Email, Request, Service } from './conformance.ts';

/** Path of the two email operations. */
export const emails = '/api/v1/emails';

/** The least that a live key of the default account can send. */
export const hello = {
  from: 'ada@example.com',
  to: 'bob@example.net',
  subject: 'Hello',
  html: '<p>Hello</p>',
};

/** What every spam filter flags, by agreement. */
export const gtube = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

/** Sends `hello` with other fields; `undefined` leaves a field out. */
export function send(service: Service, fields: object = {}, request: Request = {}): Promise<Answer> {
  return service.call('POST', emails, { ...request, json: { ...hello, ...fields } });
}

/** Sends through a template. */
export function sendTemplate(
  service: Service,
  templateId: string,
  fields: object = {},
  request: Request = {},
) {
  return send(service, { subject: undefined, html: undefined, templateId, ...fields }, request);
}

/** Lists the sent emails. */
export function list(
  service: Service,
  query: Record<string, string> = {},
  request: Request = {},
): Promise<Answer> {
  return service.call('GET', emails, { ...request, query });
}

/** How many emails the service lists. */
export async function total(service: Service, query: Record<string, string> = {}): Promise<number> {
  return (await list(service, query)).body.data.pagination.total;
}

/** The newest email that the service lists. */
export async function newest(service: Service): Promise<Email> {
  const email = (await list(service, { limit: '1' })).body.data.emails[0];
  expect(email, 'an email in the list').toBeDefined();
  return email as Email;
}
