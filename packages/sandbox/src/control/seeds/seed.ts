import {
  type ContactStatus,
  type CreateContactBody,
  type CreateContactListBody,
  operations,
} from '@mailrig/contract';
import { namesIn, wrongOption } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { NewAccountInput } from '../accounts/accounts.ts';
import { invalid } from '../control-error.ts';
import type { FaultInput } from '../faults/faults.ts';
import { timeHint } from '../fields.ts';
import type { NewKeyInput } from '../accounts/keys.ts';
import type { TemplateParts } from '../templates/templates.ts';
import type { VerificationOutcome } from '../verifications/results.ts';

/** The initial data of a sandbox, in code and in seed files alike. `reset` goes back to it. */
export interface Seed {
  /** The time at the start, unless the option `startAt` sets it. ISO 8601, or milliseconds since 1970. */
  readonly startAt?: string | number | undefined;
  /**
   * The first one is the default account. Anything it leaves out has the value of a sandbox without a seed: domain
   * `example.com`, 10,000 credits, and a key of each environment for which it has none. Its templates
   * are added to the usual ones. Every further account needs a domain and starts without templates.
   */
  readonly accounts?: readonly SeedAccount[] | undefined;
  /** Rules that inject faults into responses from the start. */
  readonly faults?: readonly FaultInput[] | undefined;
}

/** An account with its data. */
export interface SeedAccount {
  /** The domain that the account sends from. Default `example.com`, verified and active. */
  readonly domain?: NewAccountInput['domain'] | undefined;
  /** Credits for verifications. Default 10,000. */
  readonly credits?: number | undefined;
  /** Its API keys. Default: one of each environment. */
  readonly keys?: readonly NewKeyInput[] | undefined;
  /** By id. */
  readonly templates?: Readonly<Record<string, TemplateParts>> | undefined;
  /** Addresses, or addresses with a reason; the default reason is `manual`. */
  readonly suppressions?:
    | readonly (
        | string
        | {
            /** The suppressed address. */
            readonly email: string;
            /** Why it is suppressed. */
            readonly reason?: string | undefined;
          }
      )[]
    | undefined;
  /** Its contact lists with their contacts. */
  readonly contactLists?: readonly SeedContactList[] | undefined;
  /** Verification results by address. */
  readonly verificationResults?: Readonly<Record<string, VerificationOutcome>> | undefined;
}

/** A contact list with its contacts, oldest first. */
export interface SeedContactList extends CreateContactListBody {
  /** Its contacts. */
  readonly contacts?: readonly SeedContact[] | undefined;
}

/** A contact, optionally with a status other than `active`. */
export interface SeedContact extends CreateContactBody {
  /** Status of the contact. Default `active`. */
  readonly status?: ContactStatus | undefined;
}

const anything = z.optional(z.unknown());

/** Schemas for every field of `T`. */
type Schemas<T> = Readonly<Record<keyof T, z.ZodMiniType>>;

const several = <T extends z.ZodMiniType>(item: T) => z.optional(z.array(item));
const byName = z.optional(z.record(z.string(), anything));

/** Any values for the fields of the body that creates a record, and for those that only a seed has. */
const created = (body: z.ZodMiniType, more: Readonly<Record<string, z.ZodMiniType>>) =>
  z.object({ ...Object.fromEntries(namesIn(body).map((name) => [name, anything])), ...more });

const contact = z.lazy(() => created(operations.createContact.body, { status: anything }));

const contactList = z.lazy(() => created(operations.createContactList.body, { contacts: several(contact) }));

const account = z.object({
  domain: anything,
  credits: anything,
  keys: several(anything),
  templates: byName,
  suppressions: several(anything),
  contactLists: several(contactList),
  verificationResults: byName,
} satisfies Schemas<SeedAccount>);

const seedSchema = z.object({
  startAt: z.optional(z.union([z.string(), z.number()], { error: timeHint })),
  accounts: several(account),
  faults: several(anything),
} satisfies Schemas<Seed>);

/**
 * Checks that a value has the form of a seed. Its values, and the names in what control verbs take, are checked when they
 * are applied.
 *
 * @throws ControlError naming the path of the first mistake and the expected value.
 */
export function seedFrom(value: unknown): Seed {
  const wrong = wrongOption(seedSchema, value);
  if (!wrong) return value as Seed;
  throw invalid(wrong.field === '' ? 'seed' : `seed.${wrong.field}`, wrong.message);
}
