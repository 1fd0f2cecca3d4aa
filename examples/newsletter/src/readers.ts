import type { ContactList, Contacts, CustomFieldValues, DefaultedKey, Mailrig } from 'mailrig';

/** The languages of the newsletter. */
export const editions = ['en', 'de'] as const;

/** Custom fields of a reader. */
export const fields = [
  { key: 'edition', label: 'Edition', type: 'select', options: editions, defaultValue: 'en' },
  { key: 'books', label: 'Books bought', type: 'number' },
] as const;

/** The contacts of the newsletter, their custom fields typed by {@link fields}. */
export type Readers = Contacts<CustomFieldValues<typeof fields>, DefaultedKey<typeof fields>>;

const name = 'Readers';

/** Opens the list of readers, and creates it if it does not exist yet. */
export async function openReaders(mail: Mailrig): Promise<Readers> {
  const { id } = (await findList(mail)) ?? (await mail.lists.create({ name, customFields: fields }));
  return mail.contacts<typeof fields>(id);
}

async function findList(mail: Mailrig): Promise<ContactList | undefined> {
  for await (const list of mail.lists.list()) if (list.name === name) return list;
  return undefined;
}
