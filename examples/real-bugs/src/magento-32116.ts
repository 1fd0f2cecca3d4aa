import { isAPIError, type Mailrig } from 'mailrig';
import { letter, realBug } from './real-bug.ts';

async function readersOf(mail: Mailrig) {
  const { items } = await mail.lists.list();
  return mail.contacts(items[0]?.id ?? '');
}

/** Queues the newsletter for all who want it, then sends it. */
async function newsletter(mail: Mailrig): Promise<void> {
  const { items } = await (await readersOf(mail)).list();
  for (const { email, customFields } of items) {
    if (customFields['news'] === 'no') continue;
    try {
      await mail.emails.send({ ...letter(email), idempotencyKey: `newsletter-1-${email}` });
    } catch (error) {
      if (!isAPIError(error, 'RECIPIENT_SUPPRESSED')) throw error;
    }
  }
}

async function bug(mail: Mailrig): Promise<void> {
  const readers = await readersOf(mail);
  const ada = await readers.find('ada@example.org');
  await readers.update(ada?.id ?? '', { customFields: { news: 'no' } });
}

/** From now on, the service refuses to send to Ada. */
async function fix(mail: Mailrig): Promise<void> {
  const readers = await readersOf(mail);
  const ada = await readers.find('ada@example.org');
  await readers.suppress(ada?.id ?? '', 'unsubscribed');
}

export const magento32116 = realBug({
  name: 'Magento 32116',
  issue: 'https://github.com/magento/magento2/issues/32116',
  setup: () => undefined,
  bug: { newsletter, unsubscribe: bug },
  fix: { newsletter, unsubscribe: fix },
  options: {
    faults: false,
    orders: { changes: 2 },
    // The newsletter may come before or after the click. That none comes after it, only a check can say.
    check(fork) {
      const newest = fork.requests.list({ status: '2xx' }).filter(({ fault }) => fault === undefined);
      const late = newest.findIndex(({ body }) => JSON.stringify(body)?.includes('"to":"ada@example.org"'));
      const click = newest.findIndex(({ path, method }) => method === 'PUT' || path.endsWith('/suppress'));
      return late >= 0 && late < click ? 'Ada gets the newsletter after she has unsubscribed' : undefined;
    },
  },
});
