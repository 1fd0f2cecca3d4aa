import type { AddressResult, Limits } from '@mailrig/contract';
import type { DeliveryOutcome, EmailTiming } from '../lifecycles/email.ts';
import type { VerificationTiming } from '../lifecycles/verification.ts';
import type { Environment } from '../state/fields.ts';
import type { Account } from '../state/records.ts';
import type { Store } from '../state/store.ts';

/** How a sandbox behaves, beside what it stores. */
export interface Settings {
  readonly limits: Limits;
  readonly timing: { readonly email: EmailTiming; readonly verification: VerificationTiming };
  /** What becomes of an email to this address; `undefined` leaves it to the address itself. */
  readonly outcomes: (address: string) => DeliveryOutcome | undefined;
  /** What this address is found to be; `undefined` leaves it to the rules. */
  readonly verifier: (address: string) => AddressResult | undefined;
  /** Domains of throw-away addresses beside the known ones, in lower-case ASCII form. */
  readonly disposable: ReadonlySet<string>;
}

/** On whose behalf an operation runs. */
export interface Context {
  readonly store: Store;
  readonly settings: Settings;
  readonly account: Account;
  readonly environment: Environment;
  /** Origin of presigned upload URLs. */
  readonly uploadOrigin: string;
}

/** The headers of a request, whatever kind of object holds them. */
export interface HeaderSource {
  /** The value of a header, `null` where there is none. Names in lower case. */
  get(name: string): string | null;
  /** Calls `visit` with every header. */
  forEach(visit: (value: string, name: string) => void): void;
}
