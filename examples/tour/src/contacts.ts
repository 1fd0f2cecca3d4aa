import { isAPIError } from 'mailrig';
import { type Cast, type Chapter, must } from './chapter.ts';

const fields = [
  { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], defaultValue: 'free' },
  { key: 'seats', label: 'Seats', type: 'number' },
] as const;

const grace = 'grace@example.org';

/** Creates a list and a contact, and shows that a suppressed contact gets no mail. */
export const contacts: Chapter = {
  title: 'Contact lists, contacts and suppression',
  steps: [
    {
      title: 'create a list with custom fields',
      run: async ({ live }) => {
        const list = await live.lists.create({ name: 'Customers', customFields: fields });
        return `"${list.name}" with ${list.customFields.map(({ key }) => key).join(' and ')}`;
      },
    },
    {
      title: 'add a contact with typed fields',
      run: async (cast) => {
        const customers = await customersOf(cast);
        const { id } = await customers.create({ email: grace, customFields: { seats: 3 } });
        const { customFields } = await customers.update(id, { customFields: { plan: 'pro' } });
        must(customFields.seats === 3, 'an update keeps the other fields');
        return `${grace} is on plan ${customFields.plan} with ${customFields.seats} seats`;
      },
    },
    {
      title: 'suppress the contact',
      run: async (cast) => {
        const customers = await customersOf(cast);
        for await (const { id } of customers.list({ status: 'active' }))
          await customers.suppress(id, 'unsubscribed');
        const { total } = await customers.list({ status: 'suppressed' });
        return `${total} suppressed contact`;
      },
    },
    {
      title: 'send to the suppressed contact',
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
  must(list !== undefined, 'the list of customers exists');
  return live.contacts<typeof fields>(list.id);
}
