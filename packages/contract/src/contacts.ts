import { type CustomFieldMap, customFieldMapSchema, type CustomFieldValue } from './custom-fields.ts';
import { address, atMost, oneOf, type Open, openEnum, rule, timestampInput } from './fields.ts';
import { limits } from './limits.ts';
import { type PageQuery, type Pagination, pageQueryFields, paginationSchema } from './pagination.ts';
import type { Shape } from './shape.ts';
import * as z from './schema.ts';

/** States of a contact (api.md §3.2); no operation leads out of `suppressed`. */
export const contactStatuses = ['active', 'unsubscribed', 'bounced', 'complained', 'suppressed'] as const;

/** State of a contact. */
export type ContactStatus = (typeof contactStatuses)[number];

/** Grounds for mailing a contact (api.md §2.4). */
export const consentTypes = ['explicit', 'implicit', 'legitimate_interest'] as const;

/** Ground for mailing a contact. */
export type ConsentType = (typeof consentTypes)[number];

/** Reasons for suppressing a contact (api.md §4.4); `manual` is an administrator's. */
export const suppressionReasons = ['manual', 'unsubscribed', 'bounced', 'complained', 'spam_trap'] as const;

/** Reason for suppressing a contact. */
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Values of a contact's custom fields by their keys. */
export type ContactCustomFields = Readonly<Record<string, CustomFieldValue>>;

/** Values to set by their keys; `null` clears a field, and on a new contact leaves it unset. */
export type CustomFieldChanges = Readonly<Record<string, CustomFieldValue | null>>;

/** Someone on a list (api.md §2.4). */
export interface Contact {
  /** Id of the contact, usually with the prefix `cnt_`. */
  readonly id: string;
  /** Domain that it belongs to. */
  readonly domainId?: string;
  /** List that it is in. */
  readonly contactListId?: string;
  /** Address as it was given; unique in the list whatever its case, and never changed. */
  readonly email: string;
  /** Given name, as it is to be shown. */
  readonly firstName?: string;
  /** Family name, as it is to be shown. */
  readonly lastName?: string;
  /** Phone number, in whatever form. */
  readonly phoneNumber?: string;
  /** Values of the fields that the list defines now; empty where there are none. */
  readonly customFields: ContactCustomFields;
  /** Whether mail may go to it. */
  readonly status: Open<ContactStatus>;
  /** Where it came from, for example `api`, `import`, `form` or `manual`. */
  readonly source?: string;
  /** Opaque token of the subscription. */
  readonly subscriptionToken?: string;
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
  /** When it was last changed. ISO 8601. */
  readonly updatedAt: string;
  /** When it joined the list. ISO 8601. */
  readonly subscribedAt?: string;
  /** When it left the list. ISO 8601; absent where it did not. */
  readonly unsubscribedAt?: string;
  /** Ground for mailing it. */
  readonly consentType?: Open<ConsentType>;
  /** Where consent was given, for example `signup_form`. */
  readonly consentSource?: string;
  /** When consent was given. ISO 8601. */
  readonly consentTimestamp?: string;
  /** IP address that consent came from. */
  readonly consentIpAddress?: string;
}

/** Body of `PUT /api/v1/contact-lists/{listId}/contacts/{id}` (api.md §4.4): what is absent stays as it is. */
export interface UpdateContactBody {
  /** Given name, as it is to be shown. */
  readonly firstName?: string | undefined;
  /** Family name, as it is to be shown. */
  readonly lastName?: string | undefined;
  /** Phone number, in whatever form. */
  readonly phoneNumber?: string | undefined;
  /** Merged into the values that are there; `null` clears a field that is not required (decision A87). */
  readonly customFields?: CustomFieldChanges | undefined;
  /** Ground for mailing the contact. */
  readonly consentType?: ConsentType | undefined;
  /** Where consent was given, for example `signup_form`. */
  readonly consentSource?: string | undefined;
  /** When consent was given. ISO 8601. */
  readonly consentTimestamp?: string | undefined;
  /** IPv4 or IPv6 address that consent came from. */
  readonly consentIpAddress?: string | undefined;
}

/** Body of `POST /api/v1/contact-lists/{listId}/contacts` (api.md §4.4). */
export interface CreateContactBody {
  /** Bare address, unique in the list whatever its case. */
  readonly email: string;
  /** Given name, as it is to be shown. */
  readonly firstName?: string | undefined;
  /** Family name, as it is to be shown. */
  readonly lastName?: string | undefined;
  /** Phone number, in whatever form. */
  readonly phoneNumber?: string | undefined;
  /** Values for fields that the list defines; a required one without a default has to be here. */
  readonly customFields?: CustomFieldChanges | undefined;
  /** Where the contact came from, at most 100 characters. Default `api`. */
  readonly source?: string | undefined;
  /** Ground for mailing the contact. */
  readonly consentType?: ConsentType | undefined;
  /** Where consent was given, for example `signup_form`. */
  readonly consentSource?: string | undefined;
  /** When consent was given. ISO 8601. */
  readonly consentTimestamp?: string | undefined;
  /** IPv4 or IPv6 address that consent came from. */
  readonly consentIpAddress?: string | undefined;
}

/** Body of `POST /api/v1/contact-lists/{listId}/contacts/{id}/suppress` (api.md §4.4). */
export interface SuppressContactBody {
  /** Why no more mail may go to the address. */
  readonly reason: SuppressionReason;
}

/** Query of `GET /api/v1/contact-lists/{listId}/contacts`. */
export interface ListContactsQuery extends PageQuery {
  /** Only contacts in this state. */
  readonly status?: ContactStatus | undefined;
}

/** Payload of `GET /api/v1/contact-lists/{listId}/contacts`: newest first. */
export interface ContactPage {
  /** The contacts of this page, newest first. */
  readonly contacts: readonly Contact[];
  /** Definitions of the list's custom fields; empty where there are none. */
  readonly contactListCustomFields: CustomFieldMap;
  /** Which page this is, and how many there are. */
  readonly pagination: Pagination;
}

/**
 * Values are let through whatever their type: they are judged against the list's definitions, see
 * `customFieldProblem`, and a wrong one is `INVALID_CUSTOM_FIELD` rather than `VALIDATION_ERROR`.
 */
export const customFieldChanges = z.custom<CustomFieldChanges>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
);

const ipv4Form = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** URLs know the many forms of IPv6, and zod's own schemas would weigh on the client. */
function isIpAddress(text: string): boolean {
  return ipv4Form.test(text) || (/^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`));
}

export const ipAddress = z
  .string()
  .check(rule(isIpAddress, 'must be an IPv4 or IPv6 address, for example 203.0.113.7'));

const updateContactFields = {
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  customFields: z.optional(customFieldChanges),
  consentType: z.optional(oneOf(consentTypes)),
  consentSource: z.optional(z.string()),
  consentTimestamp: z.optional(timestampInput),
  consentIpAddress: z.optional(ipAddress),
} satisfies Shape<UpdateContactBody>;

export const createContactBodySchema = z.object({
  email: address,
  ...updateContactFields,
  source: z.optional(z.string().check(atMost(limits.contactSourceLength))),
} satisfies Shape<CreateContactBody>);

/** Reads `email` too, which the interface leaves out: the service refuses one that differs (decision A89). */
export const updateContactBodySchema = z.object({ ...updateContactFields, email: z.optional(z.string()) });

export const suppressContactBodySchema = z.object({
  reason: oneOf(suppressionReasons),
} satisfies Shape<SuppressContactBody>);

export const listContactsQuerySchema = z.object({
  ...pageQueryFields,
  status: z.optional(oneOf(contactStatuses)),
} satisfies Shape<ListContactsQuery>);

export const contactSchema = z.object({
  id: z.string(),
  domainId: z.exactOptional(z.string()),
  contactListId: z.exactOptional(z.string()),
  email: z.string(),
  firstName: z.exactOptional(z.string()),
  lastName: z.exactOptional(z.string()),
  phoneNumber: z.exactOptional(z.string()),
  customFields: z.record(z.union([z.string(), z.number(), z.boolean()])),
  status: openEnum(contactStatuses),
  source: z.exactOptional(z.string()),
  subscriptionToken: z.exactOptional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  subscribedAt: z.exactOptional(z.string()),
  unsubscribedAt: z.exactOptional(z.string()),
  consentType: z.exactOptional(openEnum(consentTypes)),
  consentSource: z.exactOptional(z.string()),
  consentTimestamp: z.exactOptional(z.string()),
  consentIpAddress: z.exactOptional(z.string()),
} satisfies Shape<Contact>);

export const contactPageSchema = z.object({
  contacts: z.array(contactSchema),
  contactListCustomFields: customFieldMapSchema,
  pagination: paginationSchema,
} satisfies Shape<ContactPage>);
