import { type AddressResult, asciiDomain, type Endpoints, type Limits, oneOf } from '@mailrig/contract';
import { callback, type Rows, wholeNumber } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { duration, timeOf } from './fields.ts';
import type { WireInput } from './wire/wire.ts';
import type { Duration } from '../service/kernel/duration.ts';
import { type DeliveryOutcome, type EmailTiming, emailTiming } from '../service/lifecycles/email.ts';
import { type VerificationTiming, verificationTiming } from '../service/lifecycles/verification.ts';
import { originFrom } from '../service/routing/access.ts';
import type { StoredLimits } from '../service/state/content.ts';
import type { Seed } from './seeds/seed.ts';

/** Names of the limits that a sandbox may change. */
export const adjustableLimits = [
  'idempotencyLifetime',
  'attachmentsTotalBytes',
  'emailBytes',
  'attachmentOnEmailBytes',
  'attachmentBytes',
  'inlineAttachmentBytes',
  'uploadBytes',
  'uploadLifetime',
  'attachmentLifetime',
  'concurrentBatches',
  'verificationLifetime',
  'bodyBytes',
  'storedBytes',
  'storedEmails',
] as const satisfies readonly (keyof (Limits & StoredLimits))[];

/** The limits that a sandbox may change: documented ones, and how much it stores. */
export type AdjustableLimits = Pick<Limits & StoredLimits, (typeof adjustableLimits)[number]>;

const origin = z.string().check(
  z.refine((text) => originFrom(text) !== undefined, {
    error: 'must be an http or https address without a path, for example https://mail.example.com',
  }),
);

function isTime(value: unknown): boolean {
  const isDate = Object.prototype.toString.call(value) === '[object Date]';
  const mayBe = typeof value === 'string' || typeof value === 'number' || isDate;
  return mayBe && timeOf(value as string | number | Date) !== undefined;
}

/** Options of a sandbox; none is required. */
export interface SandboxOptions {
  /** Address of the API: http or https, without a path. Default `http://api.mailrig.test`. */
  readonly baseUrl?: string;
  /**
   * Address of presigned uploads: http or https, without a path. Default `http://uploads.mailrig.test`:
   * on purpose not the origin of the API.
   */
  readonly uploadBaseUrl?: string;
  /**
   * Address at which callers reach the sandbox behind a proxy, TLS or the network of containers: http or https, without
   * a path, for example `https://mail.example`. Presigned uploads are there, unless `uploadBaseUrl` is given, and the
   * OpenAPI document names it as the server (A72). Default: the address that each request names.
   */
  readonly publicUrl?: string;
  /** `system` follows the system clock (and a faked `Date`); `manual` is frozen until it is moved. Default `system`. */
  readonly clock?: 'system' | 'manual';
  /** The time at the start: ISO 8601, milliseconds since 1970, or a `Date`. Default: the system time. */
  readonly startAt?: string | number | Date;
  /** Seed of the generated ids: the same seed gives the same ids. Default `mailrig`. */
  readonly randomSeed?: number | string;
  /** Initial data, in the form of a seed file. Default: the default account. */
  readonly seed?: Seed;
  /** Shapes of the responses, if several are documented. Default: preset `examples`. */
  readonly wire?: WireInput;
  /**
   * Which operations to serve: those of the document, or also those that only the published clients of the
   * service show, such as `GET /emails/{id}`. Default: `published` with the preset of such a client, else
   * `documented`.
   */
  readonly endpoints?: Endpoints;
  /**
   * Whether a body or a query with an unknown field is a 400 that names the most similar field.
   * The service ignores such fields, and the request log lists them. Default `false`.
   */
  readonly strict?: boolean;
  /** Requests per window and key, or `false` for no limit. Default 100 in 60,000 ms. */
  readonly rateLimit?:
    | false
    | {
        /** Requests of one key in a window. Default 100. */
        readonly limit?: number | undefined;
        /** Length of the window in milliseconds. Default 60,000. */
        readonly windowMs?: number | undefined;
      };
  /** Limits that differ from the documented ones. */
  readonly limits?: { readonly [Name in keyof AdjustableLimits]?: number | undefined };
  /** How long things take; with 0 they happen at once. */
  readonly timing?: {
    /** Time from the acceptance of an email to each step. */
    readonly email?: { readonly [Step in keyof EmailTiming]?: Duration | undefined } | undefined;
    /** Time before a batch starts, default 250 ms, and for each of its new addresses, default 1,000 ms. */
    readonly verification?:
      | { readonly [Step in keyof VerificationTiming]?: Duration | undefined }
      | undefined;
  };
  /** Opens an account for every well-formed but unknown key. Default `false`. */
  readonly autoProvision?: boolean;
  /**
   * Decides how an email to an address ends; `undefined` leaves it to the address itself. If it
   * throws or returns anything else, the send is refused with 500, and the event log has the error.
   */
  readonly outcomes?: (address: string) => DeliveryOutcome | undefined;
  /**
   * Decides the verification result of an address, given in lower case; `undefined` leaves it to the
   * rules. A result set with `verifications.setResult` comes first. If it throws or returns
   * anything else, the event log has the error, and the rules decide.
   */
  readonly verifier?: (address: string) => AddressResult | undefined;
  /** More domains of disposable addresses, in addition to the best known ones. */
  readonly disposable?: readonly string[];
  /** Whether responses have CORS headers. Over HTTP, `serve` decides which pages may read them. Default `true`. */
  readonly cors?: boolean;
  /** Token that HTTP callers of the control plane must send, except to `GET /health`. Default: none. */
  readonly controlToken?: string;
  /** Most entries of the request log; the oldest are dropped. Default 1,000. */
  readonly requestLogSize?: number;
  /** Most entries of the event log; the oldest are dropped. Default 10,000. */
  readonly eventLogSize?: number;
}

const whole = wholeNumber(0);

/** An object with these names, each of which may be left out. */
function each<Name extends string, V>(names: readonly Name[], row: z.ZodMiniType<V>) {
  const rows = Object.fromEntries(names.map((name) => [name, z.optional(row)]));
  return z.object(rows as Readonly<Record<Name, z.ZodMiniOptional<z.ZodMiniType<V>>>>);
}

const stepsOf = <Step extends string>(timing: Readonly<Record<Step, number>>) =>
  Object.keys(timing) as Step[];

/** Every option of a sandbox. Parts that other code reads, such as the seed, are checked there. */
export const sandboxOptions = {
  baseUrl: z.optional(origin),
  uploadBaseUrl: z.optional(origin),
  publicUrl: z.optional(origin),
  clock: z.optional(oneOf(['system', 'manual'])),
  startAt: z.optional(
    z.custom<string | number | Date>((value) => isTime(value), {
      error: 'must be an ISO 8601 time, milliseconds since 1970, or a Date',
    }),
  ),
  randomSeed: z.optional(z.union([z.number(), z.string()], { error: 'must be a number or a text' })),
  seed: z.optional(z.custom<Seed>()),
  wire: z.optional(z.custom<WireInput>()),
  endpoints: z.optional(oneOf(['documented', 'published'])),
  strict: z.optional(z.boolean()),
  rateLimit: z.optional(
    z.union([z.literal(false), z.object({ limit: z.optional(whole), windowMs: z.optional(whole) })], {
      error: 'must be false, or an object such as { limit: 100 }',
    }),
  ),
  limits: z.optional(each(adjustableLimits, whole)),
  timing: z.optional(
    z.object({
      email: z.optional(each(stepsOf(emailTiming), duration)),
      verification: z.optional(each(stepsOf(verificationTiming), duration)),
    }),
  ),
  autoProvision: z.optional(z.boolean()),
  outcomes: z.optional(callback<NonNullable<SandboxOptions['outcomes']>>()),
  verifier: z.optional(callback<NonNullable<SandboxOptions['verifier']>>()),
  disposable: z.optional(
    z.array(
      z.string().check(
        z.refine((domain) => asciiDomain(domain) !== undefined, {
          error: 'must be a domain, for example example.org',
        }),
      ),
    ),
  ),
  cors: z.optional(z.boolean()),
  controlToken: z.optional(
    z.string().check(z.regex(/^[\x20-\x7e]+$/, { error: 'must be visible ASCII characters' })),
  ),
  requestLogSize: z.optional(whole),
  eventLogSize: z.optional(whole),
} satisfies Rows<SandboxOptions>;
