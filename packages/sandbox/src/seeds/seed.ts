import {
  check,
  type ContactStatus,
  type CreateContactBody,
  type CustomFieldDefinition,
} from '@mailrig/contract';
import * as z from 'zod/mini';
import type { NewAccountInput } from '../control/accounts.ts';
import { invalid } from '../control/control-error.ts';
import type { FaultInput } from '../control/faults.ts';
import { timeHint } from '../control/fields.ts';
import type { NewKeyInput } from '../control/keys.ts';
import type { TemplateParts } from '../control/templates.ts';
import type { VerificationOutcome } from '../control/verification-results.ts';

/**
 * The initial data of a sandbox, in code (`createSandbox({ seed })`) and in seed files (`--seed FILE`)
 * alike. `reset` goes back to it.
 */
export interface Seed {
  /** The time at the start, unless the option `startAt` sets it. ISO 8601, or milliseconds since 1970. */
  readonly startAt?: string | number | undefined;
  /**
   * The first one is the default account. Anything it leaves out has the value of a sandbox without a seed: domain
   * `example.com`, 10,000 credits, and a key of each environment for which it has none. Its templates
   * are added to the usual ones. Every further account needs a domain and starts without templates.
   */
  readonly accounts?: readonly SeedAccount[] | undefined;
  /** Rules that make answers go wrong from the start. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** An account with its data. */
export interface SeedAccount {
  readonly domain?: NewAccountInput['domain'] | undefined;
  readonly credits?: number | undefined;
  readonly keys?: readonly NewKeyInput[] | undefined;
  /** By id. */
  readonly templates?: Readonly<Record<string, TemplateParts>> | undefined;
  /** Addresses, or addresses with a reason; the default reason is `manual`. */
  readonly suppressions?:
    | readonly (string | { readonly email: string; readonly reason?: string | undefined })[]
    | undefined;
  readonly contactLists?: readonly SeedContactList[] | undefined;
  /** Verification results by address. */
  readonly verificationResults?: Readonly<Record<string, VerificationOutcome>> | undefined;
}

/** A contact list with its contacts, oldest first. */
export interface SeedContactList {
  readonly name: string;
  readonly description?: string | undefined;
  readonly customFields?: readonly CustomFieldDefinition[] | undefined;
  readonly contacts?: readonly SeedContact[] | undefined;
}

/** A contact, optionally with a status other than `active`. */
export interface SeedContact extends CreateContactBody {
  readonly status?: ContactStatus | undefined;
}

const anything = z.optional(z.unknown());

/** An object with these fields and no others, so that a misspelled one is noticed. */
function fields<Fields extends Record<string, z.ZodMiniType>>(shape: Fields) {
  const names = Object.keys(shape);
  return z.looseObject(shape).check((payload) => {
    for (const name of Object.keys(payload.value)) {
      if (names.includes(name)) continue;
      const message = `is not known here; there are ${names.join(', ')}`;
      payload.issues.push({ code: 'custom', input: payload.value, path: [name], message });
    }
  });
}

function named(...names: readonly string[]) {
  return fields(Object.fromEntries(names.map((name) => [name, anything])));
}

function several<T extends z.ZodMiniType>(item: T) {
  return z.optional(z.array(item));
}

function byName<T extends z.ZodMiniType>(item: T) {
  return z.optional(z.record(z.string(), item));
}

const profile = ['email', 'firstName', 'lastName', 'phoneNumber', 'customFields', 'source'] as const;
const consent = ['consentType', 'consentSource', 'consentTimestamp', 'consentIpAddress'] as const;
const contactFields: readonly (keyof SeedContact)[] = [...profile, ...consent, 'status'];

const seedSchema = fields({
  startAt: z.optional(z.union([z.string(), z.number()], { error: timeHint })),
  accounts: several(
    fields({
      domain: z.optional(named('name', 'dnsVerified', 'active')),
      credits: anything,
      keys: several(named('key', 'environment', 'expiresAt')),
      templates: byName(named('subject', 'html', 'text')),
      suppressions: several(
        z.union([z.string(), named('email', 'reason')], { error: 'must be an address or an object' }),
      ),
      contactLists: several(
        fields({
          name: anything,
          description: anything,
          customFields: anything,
          contacts: several(named(...contactFields)),
        }),
      ),
      verificationResults: byName(named('result', 'reason', 'riskScore', 'details')),
    }),
  ),
  faults: several(named('operation', 'account', 'times', 'skip', 'phase', 'effect')),
});

/**
 * Checks that a value has the form of a seed. The parts themselves are checked when they are applied.
 *
 * @throws ControlError naming the path of the first mistake and the expected value.
 */
export function seedFrom(value: unknown): Seed {
  const checked = check(seedSchema, value);
  if (checked.ok) return checked.value as Seed;
  const [first] = checked.errors;
  throw invalid(first?.field ? `seed.${first.field}` : 'seed', first?.message ?? 'is not valid');
}
