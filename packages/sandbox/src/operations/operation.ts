import type { AddressResult, Limits, OperationInput, OperationName } from '@mailrig/contract';
import type { DeliveryOutcome, EmailTiming } from '../lifecycles/email.ts';
import type { VerificationTiming } from '../lifecycles/verification.ts';
import type { Account, Environment } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import type { Payload } from '../wire/envelope.ts';
import type { WireOptions } from '../wire/options.ts';

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

/** What an operation made of its input. */
export interface Result<R> {
  readonly result: R;
  /** Where it differs from the row's. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the sandbox does for one row of the table of operations. */
export interface OperationHandler<N extends OperationName, R, Located = unknown> {
  /** Finds what the path names, or refuses with its 404: before the body is looked at (decision A4). */
  locate?(context: Context, params: OperationInput<N>['params']): Located;
  /** Does it. Synchronous, hence atomic. */
  run(
    context: Context,
    input: OperationInput<N> & { readonly headers: HeaderSource },
    located: Located,
  ): Result<R>;
  /** How the result looks on the wire; absent where there is nothing to show. */
  present?(result: R, options: WireOptions): Payload;
}

/** Any {@link OperationHandler}, as the pipeline calls it: with input that the row's schemas have passed. */
export interface AnyOperationHandler {
  locate?(context: Context, params: Readonly<Record<string, string>>): unknown;
  run(
    context: Context,
    input: {
      readonly params: Readonly<Record<string, string>>;
      readonly query: unknown;
      readonly body: unknown;
      readonly headers: HeaderSource;
    },
    located: unknown,
  ): Result<unknown>;
  present?(result: unknown, options: WireOptions): Payload;
}
