import type { AddressResult, Limits } from '@mailrig/contract';
import type { WireChoice } from './control/wire.ts';
import type { Duration } from './kernel/duration.ts';
import type { DeliveryOutcome, EmailTiming } from './lifecycles/email.ts';
import type { VerificationTiming } from './lifecycles/verification.ts';
import type { Seed } from './seeds/seed.ts';

/** Limits that a sandbox may set otherwise than the document does. */
export type AdjustableLimits = Pick<
  Limits,
  | 'idempotencyLifetime'
  | 'attachmentsTotalBytes'
  | 'emailBytes'
  | 'attachmentOnEmailBytes'
  | 'attachmentBytes'
  | 'inlineAttachmentBytes'
  | 'uploadBytes'
  | 'uploadLifetime'
  | 'attachmentLifetime'
  | 'concurrentBatches'
  | 'verificationLifetime'
  | 'bodyBytes'
>;

/** How a sandbox is made; every option has a default that needs no thought. */
export interface SandboxOptions {
  /** Where the API seems to be: an http or https address without a path. Default `http://api.mailrig.test`. */
  readonly baseUrl?: string;
  /**
   * Where presigned uploads go: an http or https address without a path. Default
   * `http://uploads.mailrig.test`; another origin than the API, on purpose.
   */
  readonly uploadBaseUrl?: string;
  /** `system` follows the system clock (and a faked `Date`); `manual` stands still until it is moved. Default `system`. */
  readonly clock?: 'system' | 'manual';
  /** What the clock shows at the start: ISO 8601, milliseconds since 1970, or a `Date`. Default: the system's time. */
  readonly startAt?: string | number | Date;
  /** Makes another run of ids; the same seed gives the same ids. Default `mailrig`. */
  readonly randomSeed?: number | string;
  /** What there is at the start, in the form of a seed file. Default: the default account. */
  readonly seed?: Seed;
  /** Shapes of the answers, where the document allows several. Default: preset `examples`. */
  readonly wire?: WireChoice;
  /** Requests per window and key, or `false` for any number. Default 100 in 60,000 ms (api.md §8). */
  readonly rateLimit?: false | { readonly limit?: number; readonly windowMs?: number };
  /** Other limits than the document's. */
  readonly limits?: Partial<AdjustableLimits>;
  /** How long things take; 0 lets them happen at once. */
  readonly timing?: {
    /** From the acceptance of an email to each step (decision A64). */
    readonly email?: { readonly [Step in keyof EmailTiming]?: Duration };
    /** A batch before its start, default 250 ms, and each of its new addresses, default 1,000 ms (decision A107). */
    readonly verification?: { readonly [Step in keyof VerificationTiming]?: Duration };
  };
  /** Lets any well-formed key that was never seen open its own account. Default `false`. */
  readonly autoProvision?: boolean;
  /**
   * What becomes of an email to an address; `undefined` leaves it to the address itself (decision
   * A64). Where it throws, or gives another value than these, the send is refused with 500, and the
   * event log has the error.
   */
  readonly outcomes?: (address: string) => DeliveryOutcome | undefined;
  /**
   * What verification finds an address to be, given in lower case; `undefined` leaves it to the
   * rules (decision A97). `verifications.setResult` of the control classes comes first. Where it throws,
   * or gives another value than these, the event log has the error, and the rules decide.
   */
  readonly verifier?: (address: string) => AddressResult | undefined;
  /** Domains of throw-away addresses, beside the best known ones (decision A97). */
  readonly disposable?: readonly string[];
  /** Whether pages of any origin may read the answers. Default `true` (decision A11). */
  readonly cors?: boolean;
  /** Token that callers of the control plane over HTTP must show (`Authorization: Bearer …`). Default: none. */
  readonly controlToken?: string;
  /**
   * Host names by which the control plane may be called over HTTP, beside loopback ones and that of
   * `baseUrl`; `any` lifts the guard against names that others bound to this machine. Default: none.
   */
  readonly controlHosts?: readonly string[] | 'any';
  /** Entries that the request journal keeps; the oldest go first. Default 1,000. */
  readonly journalSize?: number;
  /** Events that the event log keeps; the oldest go first. Default 10,000. */
  readonly eventLogSize?: number;
}
