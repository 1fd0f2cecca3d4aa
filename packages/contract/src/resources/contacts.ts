import * as z from 'zod/mini';
import { recordOf } from '../checking/record.ts';
import { type CustomFieldMap, customFieldMapSchema, type CustomFieldValue } from './custom-fields.ts';
import { address, described, oneOf, openEnum, timestampInput } from '../values/fields.ts';
import { ipAddressPattern } from '../values/ip-addresses.ts';
import { limits } from '../values/limits.ts';
import { type PageQuery, type Pagination, pageQueryFields, paginationSchema } from './pagination.ts';
import type { OrUndefined, Shape } from '../types/shape.ts';
import {
  type ContactStatus,
  contactStatuses,
  type SuppressionReason,
  suppressionReasons,
} from './statuses.ts';
import { isObject } from '../checking/objects.ts';

/** Grounds for mailing a contact. */
export const consentTypes = ['explicit', 'implicit', 'legitimate_interest'] as const;

/** Ground for mailing a contact. */
export type ConsentType = (typeof consentTypes)[number];

/** Values of a contact's custom fields by their keys. */
export type ContactCustomFields = Readonly<Record<string, CustomFieldValue>>;

/** Values to set, by their keys. `null` clears a field; on a new contact it leaves the field unset. */
export type CustomFieldChanges = Readonly<Record<string, CustomFieldValue | null>>;

/** The fields of a contact that requests set as they are. */
interface ContactProfile {
  /** Given name, for display. */
  readonly firstName?: string;
  /** Family name, for display. */
  readonly lastName?: string;
  /** Phone number, in any form. */
  readonly phoneNumber?: string;
  /** Ground for mailing the contact. */
  readonly consentType?: ConsentType;
  /** Where the consent was given, for example `signup_form`. */
  readonly consentSource?: string;
  /** Time of the consent. ISO 8601. */
  readonly consentTimestamp?: string;
  /** IPv4 or IPv6 address that the consent came from. */
  readonly consentIpAddress?: string;
}

/** A person on a list. */
export interface Contact extends ContactProfile {
  /** Id of the contact, usually with the prefix `cnt_`. */
  readonly id: string;
  /** Domain that the contact belongs to. Absent if the service does not send it. */
  readonly domainId?: string;
  /** List that holds the contact. Absent if the service does not send it. */
  readonly contactListId?: string;
  /** Address as it was given. Unique in the list, ignoring case, and never changed. */
  readonly email: string;
  /** Values of the fields that the list defines now. Empty if it has none. */
  readonly customFields: ContactCustomFields;
  /** State of the contact. `suppressed` is final, and blocks every email to the address (A52). */
  readonly status: ContactStatus;
  /** Origin of the contact, for example `api`, `import`, `form` or `manual`. */
  readonly source?: string;
  /** Opaque token of the subscription. */
  readonly subscriptionToken?: string;
  /** When the contact was created. ISO 8601. */
  readonly createdAt: string;
  /** When the contact last changed. ISO 8601. */
  readonly updatedAt: string;
  /** When the contact joined the list. ISO 8601. */
  readonly subscribedAt?: string;
  /** When the contact left the list. ISO 8601. Absent before. */
  readonly unsubscribedAt?: string;
}

/** Body of `PUT /api/v1/contact-lists/{listId}/contacts/{id}`. Absent fields stay as they are. */
export interface UpdateContactBody extends OrUndefined<ContactProfile> {
  /** Merged into the present values. `null` clears a field, also a required one (A87). */
  readonly customFields?: CustomFieldChanges | undefined;
}

/** Body of `POST /api/v1/contact-lists/{listId}/contacts`. */
export interface CreateContactBody extends UpdateContactBody {
  /** Bare address, unique in the list, ignoring case. */
  readonly email: string;
  /** Values of fields that the list defines. A required field without a default needs one. */
  readonly customFields?: CustomFieldChanges | undefined;
  /** Origin of the contact, at most 100 characters. Default `api`. */
  readonly source?: string | undefined;
}

/** Body of `POST /api/v1/contact-lists/{listId}/contacts/{id}/suppress`. */
export interface SuppressContactBody {
  /** Why the address may get no more mail. */
  readonly reason: SuppressionReason;
}

/** Query of `GET /api/v1/contact-lists/{listId}/contacts`. */
export interface ListContactsQuery extends PageQuery {
  /** Only contacts in this state. */
  readonly status?: ContactStatus | undefined;
}

/** Payload of `GET /api/v1/contact-lists/{listId}/contacts`. */
export interface ContactPage {
  /** The contacts of this page, newest first. */
  readonly contacts: readonly Contact[];
  /** Definitions of the list's custom fields. Empty if the list has none. */
  readonly contactListCustomFields: CustomFieldMap;
  /** Position of this page in the list. */
  readonly pagination: Pagination;
}

/**
 * Accepts values of any type. The definitions of the list decide (`customFieldProblem`), and a wrong value is
 * `INVALID_CUSTOM_FIELD`, not `VALIDATION_ERROR`.
 */
const customFieldChanges = () =>
  described(z.custom<CustomFieldChanges>(isObject, { error: 'must be an object' }), { type: 'object' });

const updateContactFields = () =>
  ({
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    phoneNumber: z.optional(z.string()),
    customFields: z.optional(customFieldChanges()),
    consentType: z.optional(oneOf(consentTypes)),
    consentSource: z.optional(z.string()),
    consentTimestamp: z.optional(timestampInput),
    consentIpAddress: z.optional(
      z
        .string()
        .check(
          z.regex(ipAddressPattern, { error: 'must be an IPv4 or IPv6 address, for example 203.0.113.7' }),
        ),
    ),
  }) satisfies Shape<UpdateContactBody>;

export const createContactBodySchema = z.lazy(() =>
  z.object({
    email: address,
    ...updateContactFields(),
    source: z.optional(z.string().check(z.maxLength(limits.contactSourceLength))),
  } satisfies Shape<CreateContactBody>),
);

const presentAddress = { description: 'The address that the contact has; any other is refused (A89).' };
export const updateContactBodySchema = z.lazy(() =>
  z.object({ ...updateContactFields(), email: z.optional(described(z.string(), presentAddress)) }),
);

export const suppressContactBodySchema = z.lazy(() =>
  z.object({ reason: oneOf(suppressionReasons) } satisfies Shape<SuppressContactBody>),
);

export const listContactsQuerySchema = z.lazy(() =>
  z.object({
    ...pageQueryFields(),
    status: z.optional(oneOf(contactStatuses)),
  } satisfies Shape<ListContactsQuery>),
);

/** The profile of a contact, as responses have it. */
export const contactProfile = () =>
  ({
    firstName: z.exactOptional(z.string()),
    lastName: z.exactOptional(z.string()),
    phoneNumber: z.exactOptional(z.string()),
    consentType: z.exactOptional(openEnum(consentTypes)),
    consentSource: z.exactOptional(z.string()),
    consentTimestamp: z.exactOptional(z.string()),
    consentIpAddress: z.exactOptional(z.string()),
  }) satisfies Shape<ContactProfile>;

export const contactSchema = z.lazy(() =>
  recordOf({
    id: z.string(),
    domainId: z.exactOptional(z.string()),
    contactListId: z.exactOptional(z.string()),
    email: z.string(),
    ...contactProfile(),
    customFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    status: openEnum(contactStatuses),
    source: z.exactOptional(z.string()),
    subscriptionToken: z.exactOptional(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    subscribedAt: z.exactOptional(z.string()),
    unsubscribedAt: z.exactOptional(z.string()),
  } satisfies Shape<Contact>),
);

export const contactPageSchema = z.lazy(() =>
  z.object({
    contacts: z.array(contactSchema),
    contactListCustomFields: customFieldMapSchema,
    pagination: paginationSchema,
  } satisfies Shape<ContactPage>),
);
