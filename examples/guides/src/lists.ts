import type { Mailrig } from 'mailrig';

// #region fields
const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], defaultValue: 'free' },
  { key: 'seats', label: 'Seats', type: 'number', required: true },
] as const;

export async function createList(mail: Mailrig): Promise<string> {
  const list = await mail.lists.create({ name: 'Customers', customFields: fields });
  return list.id;
}
// #endregion fields

// #region add
export async function addCustomer(mail: Mailrig, listId: string): Promise<string> {
  const customers = mail.contacts<typeof fields>(listId);
  const contact = await customers.create({
    email: 'grace@example.org',
    firstName: 'Grace',
    customFields: { seats: 3 },
    consentType: 'explicit',
    consentSource: 'signup_form',
  });
  return contact.id;
}
// #endregion add

// #region update
/** Custom fields are merged: `seats` keeps its value. */
export async function upgrade(mail: Mailrig, listId: string, id: string): Promise<number> {
  const customers = mail.contacts<typeof fields>(listId);
  const { customFields } = await customers.update(id, { customFields: { plan: 'pro' } });
  return customFields.seats;
}
// #endregion update

// #region import
/** Adds people to a list, and updates those who are already on it. Reports the rows that are wrong. */
export async function importPeople(
  mail: Mailrig,
  listId: string,
  people: readonly { readonly email: string; readonly seats: number }[],
): Promise<{ added: number; updated: number }> {
  const rows = people.map(({ email, seats }) => ({ email, customFields: { seats } }));
  const run = mail.contacts<typeof fields>(listId).importMany(rows, { onExisting: 'update' });
  const counts = { added: 0, updated: 0 };
  for await (const result of run) {
    if (!result.ok) console.error(result.error.message);
    else if (result.value.action === 'created') counts.added += 1;
    else counts.updated += 1;
  }
  return counts;
}
// #endregion import

// #region redefine
/** `customFields` replaces every definition, so repeat the ones you want to keep. */
export async function addField(mail: Mailrig, listId: string): Promise<void> {
  await mail.lists.update(listId, {
    customFields: [...fields, { key: 'since', label: 'Customer since', type: 'date' }],
  });
}
// #endregion redefine
