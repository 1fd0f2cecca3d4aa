import ky from 'ky';
import { Mailrig, type MailrigOptions } from 'mailrig';

/** What the clients of all tenants have in common. */
const base = ky.extend({ headers: { 'x-app': 'billing' } });

/** Makes clients whose requests name the tenant. They share an API key, and so the queue for its rate limit. */
export function tenants(options: MailrigOptions = {}): (tenant: string) => Mailrig {
  const mail = new Mailrig(options);
  return (tenant) => mail.withOptions({ ky: base.extend({ headers: { 'x-tenant': tenant } }) });
}
