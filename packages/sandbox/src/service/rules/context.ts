import type { AddressResult, Environment, Limits } from '@mailrig/contract';
import type { DeliveryOutcome, EmailTiming } from '../lifecycles/email.ts';
import type { VerificationTiming } from '../lifecycles/verification.ts';
import type { Account } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import type { StoredLimits } from '../state/content.ts';

/** How a sandbox behaves. */
export interface Settings {
  readonly limits: Limits & StoredLimits;
  readonly timing: { readonly email: EmailTiming; readonly verification: VerificationTiming };
  /** The outcome of an email to this address; `undefined` leaves it to the address itself. */
  readonly outcomes: (address: string) => DeliveryOutcome | undefined;
  /** The verification result of this address; `undefined` leaves it to the rules. */
  readonly verifier: (address: string) => AddressResult | undefined;
  /** Domains of disposable addresses in addition to the known ones, in lower-case ASCII. */
  readonly disposable: ReadonlySet<string>;
}

/** The caller and the service that an operation works with. */
export interface Context {
  readonly store: Store;
  readonly settings: Settings;
  readonly account: Account;
  readonly environment: Environment;
  /** Origin of presigned upload URLs. */
  readonly uploadOrigin: string;
}

/** The headers of a request; a `Headers` object fits. */
export interface HeaderSource {
  /**
   * The value of a header; `null` without it.
   *
   * @param name In any case.
   */
  get(name: string): string | null;
  /**
   * Visits every header.
   *
   * @param visit Gets each value with its name in lower case.
   */
  forEach(visit: (value: string, name: string) => void): void;
}
