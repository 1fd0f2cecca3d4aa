import * as z from 'zod/mini';
import {
  type CustomFieldDefinition,
  customFieldDefinitionSchema,
  customFieldDefinitionsInput,
} from './custom-fields.ts';
import { limits } from '../values/limits.ts';
import type { Shape } from '../types/shape.ts';
import { count } from '../values/fields.ts';

/** A list of contacts and the custom fields that they share. */
export interface ContactList {
  /** Id of the list, usually with the prefix `lst_`. */
  readonly id: string;
  /** Domain that it belongs to. */
  readonly domainId: string;
  /** User who owns it. */
  readonly userId: string;
  /** Name; several lists may have the same. */
  readonly name: string;
  /** Purpose of the list, if it was given. */
  readonly description?: string;
  /** Contacts in the list, of any status. */
  readonly totalContacts: number;
  /** Contacts whose status is `active`. Absent if the service sends only the total. */
  readonly activeContacts?: number;
  /** Contacts whose status is `suppressed`. Absent if the service sends only the total. */
  readonly suppressedContacts?: number;
  /** The same number as `totalContacts`, under another documented name. */
  readonly contactCount?: number;
  /** Labels of the list. No request sets them. */
  readonly tags: readonly string[];
  /** Definitions of the custom fields, in the order in which they were given. Empty if the list has none. */
  readonly customFields: readonly CustomFieldDefinition[];
  /** When the list was created. ISO 8601. */
  readonly createdAt: string;
  /** When the list itself last changed. ISO 8601. */
  readonly updatedAt: string;
}

/** Body of `POST /api/v1/contact-lists`. */
export interface CreateContactListBody {
  /** Name, 1 to 100 characters and not only spaces. */
  readonly name: string;
  /** Purpose of the list, at most 500 characters. */
  readonly description?: string | undefined;
  /** Custom fields of its contacts. */
  readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

/** Body of `PUT /api/v1/contact-lists/{id}`. Absent fields stay as they are. */
export interface UpdateContactListBody {
  /** New name, 1 to 100 characters and not only spaces. */
  readonly name?: string | undefined;
  /** New description, at most 500 characters. */
  readonly description?: string | undefined;
  /** Replaces all definitions. Include every field that the list should have. */
  readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

const listFields = () =>
  ({
    name: z.string().check(z.regex(/\S/, { error: 'must not be empty' }), z.maxLength(limits.listNameLength)),
    description: z.optional(z.string().check(z.maxLength(limits.listDescriptionLength))),
    customFields: z.optional(customFieldDefinitionsInput),
  }) satisfies Shape<CreateContactListBody>;

export const createContactListBodySchema = z.lazy(() => z.object(listFields()));

export const updateContactListBodySchema = z.lazy(() => {
  const { name, ...others } = listFields();
  return z.object({ name: z.optional(name), ...others } satisfies Shape<UpdateContactListBody>);
});

/**
 * `page` and `limit` count only if the service pages this list; then they must pass
 * `pageQuerySchema`. A service that does not page it ignores them, whatever they are (A37).
 */
export const listContactListsQuerySchema = z.lazy(() =>
  z.object({ page: z.optional(z.unknown()), limit: z.optional(z.unknown()) }),
);

export const contactListSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    domainId: z.string(),
    userId: z.string(),
    name: z.string(),
    description: z.exactOptional(z.string()),
    totalContacts: z.int(),
    activeContacts: z.exactOptional(z.int()),
    suppressedContacts: z.exactOptional(z.int()),
    contactCount: z.exactOptional(z.int()),
    tags: z.array(z.string()),
    customFields: z.array(customFieldDefinitionSchema),
    createdAt: z.string(),
    updatedAt: z.string(),
  } satisfies Shape<ContactList>),
);

/** Contacts of a list by status, the payload of `GET /api/v1/contact-lists/{id}/stats`. */
export interface ContactListStats {
  /** Contacts in the list, of any status. */
  readonly totalContacts: number;
  /** Contacts whose status is `active`. */
  readonly activeContacts: number;
  /** Contacts whose status is `suppressed`. */
  readonly suppressedContacts: number;
  /** Contacts whose status is `unsubscribed`. Absent if the service does not count them. */
  readonly unsubscribedContacts?: number;
  /** Contacts whose status is `bounced`. Absent if the service does not count them. */
  readonly bouncedContacts?: number;
  /** Contacts whose status is `complained`. Absent if the service does not count them. */
  readonly complainedContacts?: number;
}

export const contactListStatsSchema = z.lazy(() =>
  z.object({
    totalContacts: count,
    activeContacts: count,
    suppressedContacts: count,
    unsubscribedContacts: z.exactOptional(count),
    bouncedContacts: z.exactOptional(count),
    complainedContacts: z.exactOptional(count),
  } satisfies Shape<ContactListStats>),
);

/** Payload of `GET /api/v1/contact-lists`: all lists of the domain, newest first (A37). */
export const contactListsSchema = z.lazy(() => z.array(contactListSchema));
