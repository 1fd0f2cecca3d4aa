import type { ContactList, Contacts, CustomFieldValues, DefaultedKey, Mailrig } from 'mailrig';

/** Languages that the newsletter comes in. */
export const editions = ['en', 'de'] as const;

/** What is known about a reader beside name and address. */
export const fields = [
  { key: 'edition', label: 'Edition', type: 'select', options: editions, defaultValue: 'en' },
  { key: 'books', label: 'Books bought', type: 'number' },
] as const;

/** The contacts of the newsletter, their custom fields typed by {@link fields}. */
export type Readers = Contacts<CustomFieldValues<typeof fields>, DefaultedKey<typeof fields>>;

const name = 'Readers';

/** The list of readers, which is created where it is not there yet. */
export async function openReaders(mail: Mailrig): Promise<Readers> {
  const { id } = (await findList(mail)) ?? (await mail.lists.create({ name, customFields: fields }));
  return mail.contacts<typeof fields>(id);
}

async function findList(mail: Mailrig): Promise<ContactList | undefined> {
  for await (const list of mail.lists.list()) if (list.name === name) return list;
  return undefined;
}
