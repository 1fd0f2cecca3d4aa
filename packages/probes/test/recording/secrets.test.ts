import { expect, test } from 'vitest';
import { apiKey, liveThrough, recorded, recorderUrl, secrets } from './scenario.ts';

test.for(['examples', 'reference', 'sparse', 'clients'] as const)(
  'a recording of a service with the wire options %s holds no secret in any spelling',
  async (wire) => {
    const app = await recorded({ wire });
    await liveThrough(app);
    const text = app.text().toLowerCase();
    const found = secrets.flatMap((secret) =>
      spellings(secret).filter((spelling) => text.includes(spelling.toLowerCase())),
    );
    expect(found).toEqual([]);
  },
);

test('tokens and signatures of answers are not recorded', async () => {
  const app = await recorded({ wire: 'clients' });
  await liveThrough(app);
  const { sandbox } = app;
  const tokens = [...sandbox.save()].flatMap((line) => line.match(/\b[0-9a-f]{32}\b/g) ?? []);
  expect(tokens.length).toBeGreaterThan(2);
  expect(tokens.filter((token) => app.text().includes(token))).toEqual([]);
});

test('names of custom fields and idempotency keys stay', async () => {
  const app = await recorded();
  await liveThrough(app);
  expect(app.text()).toContain('"key":"tier"');
  expect(app.text()).toContain('"customFields":{"tier":');
  expect(app.text()).toContain('"idempotencyKey":"invoice-1"');
});

test('an address or a key in an idempotency key is replaced', async () => {
  const app = await recorded();
  const idempotencyKey = `for-carol@privatehost.org-${apiKey}`;
  await app.call('POST', '/api/v1/emails', { idempotencyKey });
  expect(app.text()).not.toMatch(/privatehost|never-write-this/);
});

test('a key is replaced in the path, the query and any header that is recorded', async () => {
  const app = await recorded();
  const request = new Request(`${recorderUrl}/api/v1/emails/${apiKey}?page=${apiKey}&${apiKey}=1`, {
    headers: { 'x-api-key': 'no-usual-form-7', 'content-type': `text/${apiKey}`, 'idempotency-key': apiKey },
  });
  await app.recorder.handle(request);
  await app.call('GET', '/api/v1/emails/no-usual-form-7?page=no-usual-form-7');
  expect(app.text()).not.toMatch(/never-write-this|no-usual-form/);
});

test('a name at the place of an id is replaced', async () => {
  const app = await recorded();
  await app.call('GET', '/api/v1/contact-lists/alice/contacts/lst_alice');
  await app.call('POST', '/api/v1/attachments/alice/confirm');
  await app.call('POST', '/api/v1/emails', { attachmentIds: ['alice'] });
  expect(app.text()).not.toMatch(/alice/i);
});

test('fields that the contract does not know are replaced, with their names if these may be data', async () => {
  const app = await recorded();
  await app.call('POST', '/api/v1/emails', {
    metadata: { status: 'active', id: 'alice99', alice: [1987, 'alice'], 'alice@wonder.land': true },
    variables: { name: 'Alice', scores: { alice: 1987 } },
  });
  expect(app.text()).not.toMatch(/alice|1987|active|wonder/i);
});

function spellings(secret: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    // The letters that do not depend on what stands before and after.
    Buffer.from(' '.repeat(shift) + secret)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  const encoded = [
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
  ];
  return [secret, ...encoded, ...base64.filter((text) => text.length >= 6)];
}
