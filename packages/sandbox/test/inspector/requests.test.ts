import { expect } from 'vitest';
import { browserTest, type Inspector, openInspector } from './open-inspector.ts';

/** Refused sends return no id. */
async function refused({ send }: Inspector, fields: object): Promise<void> {
  await send(fields).catch(() => {});
}

/** What the page put into the clipboard with the button. */
async function copied({ page }: Inspector, button: string): Promise<string> {
  await page.evaluate(() => {
    const keep = (text: string) => {
      Reflect.set(globalThis, 'copied', text);
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: keep } });
  });
  await page.getByRole('button', { name: button }).click();
  return page.evaluate(() => Reflect.get(globalThis, 'copied') as string);
}

browserTest('a request shows both sides of the exchange, without its key', async () => {
  const { page, send } = await openInspector('#/requests');
  await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
  await send({ subject: 'Hello there' });
  const row = page.getByRole('link', { name: /sendEmail/ });
  expect(await row.innerText()).toContain('201');
  await row.click();
  const [asked, answered] = ['Request', 'Response'].map((name) =>
    page.getByRole('region', { name, exact: true }),
  );
  expect(await asked?.locator('pre').innerText()).toContain('"subject": "Hello there"');
  expect(await answered?.locator('pre').innerText()).toContain('"status": "queued"');
  await asked?.getByText('Headers').click();
  expect(await asked?.innerText()).toContain('Bearer sk_live_***');
  await answered?.getByText('Headers').click();
  expect(await answered?.innerText()).toContain('x-ratelimit-remaining');
});

browserTest('the field at fault and ignored fields are marked, each with the reason', async () => {
  const inspector = await openInspector('#/requests');
  const { page } = inspector;
  await refused(inspector, { to: ['bob@example.org', 'nobody'], color: 'red' });
  await page.getByRole('link', { name: /sendEmail[^]*400[^]*1 ignored/ }).click();
  expect(await page.locator('mark.fault').innerText()).toBe('"nobody"');
  expect(await page.locator('.mark-reason.fault').innerText()).toContain('must be an email address');
  expect(await page.locator('mark.ignored').innerText()).toBe('"color": "red"');
});

browserTest('a missing field at fault is named below the body', async () => {
  const inspector = await openInspector('#/requests');
  await refused(inspector, { subject: undefined });
  await inspector.page.getByRole('link', { name: /sendEmail/ }).click();
  await inspector.page.getByRole('region', { name: 'Request', exact: true }).getByText('subject').waitFor();
});

browserTest('a refused key is answered with the keys that the sandbox expects', async () => {
  const { page, url } = await openInspector('#/requests');
  await fetch(`${url}/api/v1/emails`, { headers: { authorization: 'Bearer sk_live_wrong' } });
  await page.getByRole('link', { name: 'listEmails' }).click();
  const caution = page.getByLabel('Response').getByText('Expected Authorization: Bearer KEY');
  expect(await caution.innerText()).toContain('sk_live_sandbox');
  await page.getByRole('link', { name: 'See the keys' }).click();
  await page.getByRole('heading', { name: 'Accounts' }).waitFor();
});

browserTest('a request leads to the message that it sent, and back', async () => {
  const { page, send } = await openInspector('#/requests');
  const id = await send();
  await page.getByRole('link', { name: /sendEmail/ }).click();
  await page.getByRole('link', { name: 'Open message' }).click();
  await page.getByRole('article', { name: 'Hello' }).waitFor();
  expect(page.url()).toContain(id);
  await page.getByRole('heading', { name: 'Story' }).click();
  await page.getByRole('link', { name: 'Send', exact: true }).last().click();
  await page.getByRole('article', { name: 'sendEmail' }).waitFor();
});

browserTest('a request is sent again without its idempotency key, and the new request opens', async () => {
  const { page, send, sandbox } = await openInspector('#/requests');
  await send({ idempotencyKey: 'once' });
  await page.getByRole('link', { name: /sendEmail/ }).click();
  const first = page.url();
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByText('Sent again: 201').waitFor();
  await expect.poll(() => page.url()).not.toBe(first);
  expect(sandbox.mailbox.list().map(({ subject }) => subject)).toEqual(['Hello', 'Hello']);
});

browserTest('a request copies as curl and as a call of the client', async () => {
  const inspector = await openInspector('#/requests');
  const { page, url, send } = inspector;
  await send({ subject: "It's here" });
  await page.getByRole('link', { name: /sendEmail/ }).click();
  const curl = await copied(inspector, 'Copy as curl');
  expect(curl).toContain(`curl ${url}/api/v1/emails`);
  expect(curl).toContain(String.raw`It'\''s here`);
  expect(curl).toContain('Bearer sk_live_sandbox');
  const call = await copied(inspector, 'Copy as TypeScript');
  expect(call).toContain(`baseUrl: "${url}"`);
  expect(call).toMatch(/await mail\.emails\.send\(\{\s+from: "ada@example\.com"/);
});

browserTest('a call on a contact is copied with its path and its body', async () => {
  const inspector = await openInspector('#/requests');
  const { page, sandbox, url } = inspector;
  const headers = { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1/contact-lists${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const idOf = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data.id;
  const list = await idOf(await post('', { name: 'News' }));
  const contact = await idOf(await post(`/${list}/contacts`, { email: 'ada@example.org' }));
  await post(`/${list}/contacts/${contact}/suppress`, { reason: 'manual' });
  await page.getByRole('link', { name: /suppressContact/ }).click();
  const call = await copied(inspector, 'Copy as TypeScript');
  const path = `/api/v1/contact-lists/${list}/contacts/${contact}/suppress`;
  expect(call).toContain(`await mail.request("POST", "${path}", {`);
  expect(call).toMatch(/body: \{\s+reason: "manual"/);
});

browserTest('errors are grouped by reason, and a group filters the list', async () => {
  const inspector = await openInspector('#/requests');
  const { page, send } = inspector;
  await send();
  await refused(inspector, { to: 'nobody' });
  await refused(inspector, { to: 'nobody' });
  await refused(inspector, { from: 'nobody' });
  const groups = page.getByRole('list', { name: 'Errors by reason' }).getByRole('button');
  await expect.poll(() => groups.allInnerTexts()).toEqual([expect.stringMatching(/^2/), expect.any(String)]);
  await groups.first().click();
  await page.getByText('2 requests').waitFor();
  expect(page.url()).toContain('code%3AVALIDATION_ERROR');
  await page.getByLabel('Search requests').fill('');
  await page.getByText('4 requests').waitFor();
});

browserTest('requests are filtered by words of the search, and the URL keeps them', async () => {
  const inspector = await openInspector('#/requests');
  const { page, send, url } = inspector;
  await send();
  await refused(inspector, { to: 'nobody' });
  await fetch(`${url}/api/v1/emails`, { headers: { 'x-api-key': 'sk_live_sandbox' } });
  const count = (text: string) => page.locator('.tally', { hasText: text }).waitFor();
  const field = page.getByLabel('Search requests');
  await count('3 requests');
  await field.fill('method:POST');
  await count('2 requests');
  await page.keyboard.type(' status:4xx ');
  await count('1 request');
  await page.reload();
  await count('1 request');
  expect(await field.inputValue()).toBe('method:POST status:4xx ');
  await field.fill('operation:listEmails outcome:error');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
});
