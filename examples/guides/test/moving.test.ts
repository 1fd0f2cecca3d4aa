import { createSandbox } from '@mailrig/sandbox';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';
import { everyContact, rawStats, send, sendByHand } from '../src/moving.ts';

test('the client does the same as the handwritten code', async () => {
  const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4010' });
  const { fetch, liveApiKey, baseUrl } = sandbox;
  const ids = [
    await sendByHand(fetch, liveApiKey, 'grace@example.org'),
    await send(fetch, liveApiKey, 'grace@example.org'),
  ];
  expect(ids.map((id) => sandbox.mailbox.get(id).subject)).toEqual(['Hello', 'Hello']);

  const mail = new Mailrig({ apiKey: liveApiKey, baseUrl, fetch });
  const { id } = await mail.lists.create({ name: 'Readers' });
  for (const n of Array.from({ length: 25 }).keys())
    await mail.contacts(id).create({ email: `reader-${n}@example.org` });
  expect(await everyContact(mail, id)).toHaveLength(25);
  expect(await rawStats(mail)).toMatchObject({ totalVerified: 0 });
});
