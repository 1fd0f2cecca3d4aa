import type { Request, Service } from '../harness.ts';

/** Options for requests of the second customer from {@link addAccount}. */
export const stranger: Request = { key: 'sk_live_other' };

/** A sender on the second customer’s domain. */
export const strangersFrom = 'eve@other.example';

/** Adds a second customer with its own domain and live key. */
export function addAccount({ sandbox }: Service): void {
  sandbox.accounts.create({
    domain: { name: 'other.example', dnsVerified: true, active: true },
    keys: [{ key: 'sk_live_other', environment: 'live' }],
  });
}
