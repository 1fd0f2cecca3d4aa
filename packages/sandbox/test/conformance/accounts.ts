import type { Request, Service } from '../harness.ts';

/** Requests of {@link addAccount}'s second customer. */
export const stranger: Request = { key: 'sk_live_other' };

/** Sender on the domain of the second customer. */
export const strangersFrom = 'eve@other.example';

/** Adds a second customer with a domain and a live key of its own. */
export function addAccount({ sandbox }: Service): void {
  sandbox.accounts.create({
    domain: { name: 'other.example', dnsVerified: true, active: true },
    keys: [{ key: 'sk_live_other', environment: 'live' }],
  });
}
