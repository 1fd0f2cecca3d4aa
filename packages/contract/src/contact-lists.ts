import {
  type CustomFieldDefinition,
  customFieldDefinitionSchema,
  customFieldDefinitionsInput,
} from './custom-fields.ts';
import { atMost, rule } from './fields.ts';
import { limits } from './limits.ts';
import type { Shape } from './shape.ts';
import * as z from './schema.ts';

/** A list of contacts and the custom fields that they share (api.md §2.2). */
export interface ContactList {
  /** Id of the list, usually with the prefix `lst_`. */
  readonly id: string;
  /** Domain that it belongs to. */
  readonly domainId: string;
  /** User who owns it. */
  readonly userId: string;
  /** Name; several lists may have the same. */
  readonly name: string;
  /** What it is for; absent where it was not given. */
  readonly description?: string;
  /** Contacts in the list, whatever their status. */
  readonly totalContacts: number;
  /** Contacts whose status is `active`. Absent where the service counts contacts only (decision A80). */
  readonly activeContacts?: number;
  /** Contacts whose status is `suppressed`. Absent where the service counts contacts only (decision A80). */
  readonly suppressedContacts?: number;
  /** The same number as `totalContacts`, under the name that the reference of create-list gives it. */
  readonly contactCount?: number;
  /** Labels of the list. No request sets them. */
  readonly tags: readonly string[];
  /** Definitions of the custom fields in the order in which they were given; empty where there are none. */
  readonly customFields: readonly CustomFieldDefinition[];
  /** When the list was created. ISO 8601. */
  readonly createdAt: string;
  /** When the list itself was last changed. ISO 8601. */
  readonly updatedAt: string;
}

/** Body of `POST /api/v1/contact-lists` (api.md §4.3). */
export interface CreateContactListBody {
  /** Name, 1 to 100 characters and not only spaces. */
  readonly name: string;
  /** What the list is for, at most 500 characters. */
  readonly description?: string | undefined;
  /** Custom fields that its contacts have. */
  readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

/** Body of `PUT /api/v1/contact-lists/{id}` (api.md §4.3): what is absent stays as it is. */
export interface UpdateContactListBody {
  /** New name, 1 to 100 characters and not only spaces. */
  readonly name?: string | undefined;
  /** New description, at most 500 characters. */
  readonly description?: string | undefined;
  /** Replaces all definitions: include every field to keep. */
  readonly customFields?: readonly CustomFieldDefinition[] | undefined;
}

const name = z.string().check(
  rule((text: string) => text.trim() !== '', 'must not be empty'),
  atMost(limits.listNameLength),
);
const description = z.optional(z.string().check(atMost(limits.listDescriptionLength)));
const customFields = z.optional(customFieldDefinitionsInput);

export const createContactListBodySchema = z.object({
  name,
  description,
  customFields,
} satisfies Shape<CreateContactListBody>);

export const updateContactListBodySchema = z.object({
  name: z.optional(name),
  description,
  customFields,
} satisfies Shape<UpdateContactListBody>);

/**
 * `page` and `limit` count only where the service pages this list, and have to pass
 * `pageQuerySchema` then; a service that does not ignores them, whatever they are (decision A37).
 */
export const listContactListsQuerySchema = z.object({
  page: z.optional(z.unknown()),
  limit: z.optional(z.unknown()),
});

export const contactListSchema = z.object({
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
} satisfies Shape<ContactList>);

/** Payload of `GET /api/v1/contact-lists`: all lists of the domain, newest first (decision A37). */
export const contactListsSchema = z.array(contactListSchema);
