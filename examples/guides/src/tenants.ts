import ky from 'ky';
import { Mailrig, type MailrigOptions, throttle } from 'mailrig';

/** What the clients of all tenants have in common. */
const base = ky.extend({ headers: { 'x-app': 'billing' } });

/** They share an API key, so they share its rate limit. */
const queue = throttle();

/** A client whose requests name the tenant. */
export function clientOf(tenant: string, options: MailrigOptions = {}): Mailrig {
  return new Mailrig({ ...options, throttle: queue, ky: base.extend({ headers: { 'x-tenant': tenant } }) });
}
