import { isAPIError } from 'mailrig';
import { type Cast, type Chapter, must } from './chapter.ts';

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], defaultValue: 'free' },
  { key: 'seats', label: 'Seats', type: 'number' },
] as const;

const grace = 'grace@example.org';

/** A list with custom fields, a contact in it, and what suppressing the contact does to sends. */
export const contacts: Chapter = {
  title: 'Contact lists, contacts and suppression',
  steps: [
    {
      title: 'a list with custom fields',
      run: async ({ live }) => {
        const list = await live.lists.create({ name: 'Customers', customFields: fields });
        return `"${list.name}" with ${list.customFields.map(({ key }) => key).join(' and ')}`;
      },
    },
    {
      title: 'a contact, its fields typed by the list',
      run: async (cast) => {
        const customers = await customersOf(cast);
        const { id } = await customers.create({ email: grace, customFields: { seats: 3 } });
        const { customFields } = await customers.update(id, { customFields: { plan: 'pro' } });
        must(customFields.seats === 3, 'what an update does not mention stays');
        return `${grace} is on plan ${customFields.plan} with ${customFields.seats} seats`;
      },
    },
    {
      title: 'the contact suppressed',
      run: async (cast) => {
        const customers = await customersOf(cast);
        for await (const { id } of customers.list({ status: 'active' }))
          await customers.suppress(id, 'unsubscribed');
        const { total } = await customers.list({ status: 'suppressed' });
        return `${total} suppressed contact`;
      },
    },
    {
      title: 'an email to it',
      run: async ({ live }) => {
        const error: unknown = await live.emails
          .send({ from: 'ada@example.com', to: grace, subject: 'News', text: 'Hi' })
          .catch((reason: unknown) => reason);
        must(isAPIError(error, 'RECIPIENT_SUPPRESSED'), 'nothing goes to a suppressed address');
        return `refused: ${error.details?.suppressed.join(', ')} is suppressed`;
      },
    },
  ],
};

async function customersOf({ live }: Cast) {
  const { items } = await live.lists.list();
  const list = items.find(({ name }) => name === 'Customers');
  must(list !== undefined, 'the list of customers is there');
  return live.contacts<typeof fields>(list.id);
}
