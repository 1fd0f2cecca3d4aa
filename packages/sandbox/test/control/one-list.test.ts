import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { controlVerbs } from '../../src/control/verbs.ts';
import { controlPlane, type Service } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

interface Page extends Readonly<Record<string, unknown>> {
  readonly total?: number;
  readonly cursor?: string;
}

const page = async (service: Service, path: string) =>
  read<Page>(await service.call('GET', `/_sandbox${path}`));

/** An account with 52 emails, contacts, suppressions, verifications, set results, attachments and changes of credits. */
async function fill(service: Service): Promise<void> {
  const { sandbox } = service;
  const post = async (path: string, json: object) =>
    read<{ data: { id: string } }>(await service.call('POST', `/api/v1${path}`, { json })).data.id;
  const list = await post('/contact-lists', { name: 'Readers' });
  const emails = Array.from({ length: 52 }, (_, number) => `reader${number}@example.net`);
  for (const email of emails) {
    await send(service, { to: email });
    await post(`/contact-lists/${list}/contacts`, { email });
    await post('/email-verification/single', { email });
    await post('/attachments/presigned-url', { filename: 'a.txt', contentType: 'text/plain', size: 1 });
    sandbox.suppressions.add({ email });
    sandbox.verifications.setResult(email, 'risky');
  }
  await post('/email-verification/batch', { emails });
}

controlPlane('lists', (open) => {
  test('every list over HTTP is read page by page: its limit is 50 rows by default and at most 1,000', async () => {
    const service = await open({ rateLimit: false });
    service.sandbox.credits.set(100);
    await fill(service);
    const batch = service.sandbox.verifications.list().find(({ type }) => type === 'batch')?.id;
    const paths = Object.values(controlVerbs)
      .filter((verb) => 'input' in verb && 'cursor' in ((verb.input as Partial<z.ZodMiniObject>).shape ?? {}))
      .map(({ path }) => path.replace('{id}', batch ?? ''));
    expect(paths).toEqual(expect.arrayContaining(['/messages', '/requests', '/contacts', '/verifications']));
    for (const path of paths) {
      const { total = 0, cursor, ...first } = await page(service, path);
      const [name = ''] = Object.keys(first).filter((key) => Array.isArray(first[key]) && key !== 'refusals');
      expect([path, (first[name] as []).length, total > 50]).toEqual([path, 50, true]);
      const { total: later, ...next } = await page(service, `${path}?limit=1000&cursor=${cursor}`);
      expect([later, next.cursor, (next[name] as []).length]).toEqual([undefined, undefined, total - 50]);
      const refused = await service.call('GET', `/_sandbox${path}?limit=1001`);
      expectInvalid(refused, 'limit');
      expect(refused.text).toContain('cursor');
    }
  });

  test.each([
    ['/messages', 'messages', 'html'],
    ['/requests', 'requests', 'headers'],
    ['/contacts', 'contacts', 'firstName'],
    ['/verifications', 'verifications', 'results'],
  ])('GET %s: rows are short, and `whole=true` gives whole records', async (path, name, field) => {
    const service = await open();
    const created = await service.call('POST', '/api/v1/contact-lists', { json: { name: 'Readers' } });
    const { id } = read<{ data: { id: string } }>(created).data;
    const json = { email: 'ada@example.net', firstName: 'Ada' };
    await service.call('POST', `/api/v1/contact-lists/${id}/contacts`, { json });
    await service.call('POST', '/api/v1/email-verification/single', { json: { email: 'ada@example.net' } });
    await send(service, { html: '<p>Hello</p>' });
    const first = async (query: string) => ((await page(service, path + query))[name] as object[])[0];
    expect(Object.keys((await first('')) ?? {})).not.toContain(field);
    expect(Object.keys((await first('?whole=true')) ?? {})).toContain(field);
  });

  test.each(['contacts', 'suppressions', 'attachments'])(
    'GET /%s: `q` is a search of texts, as for messages',
    async (name) => {
      const service = await open();
      const created = await service.call('POST', '/api/v1/contact-lists', { json: { name: 'Readers' } });
      const { id } = read<{ data: { id: string } }>(created).data;
      for (const text of ['ada-one', 'ada-two', 'eve-one']) {
        const email = `${text}@example.net`;
        await service.call('POST', `/api/v1/contact-lists/${id}/contacts`, { json: { email } });
        const file = { filename: `${text}.txt`, contentType: 'text/plain', size: 1 };
        await service.call('POST', '/api/v1/attachments/presigned-url', { json: file });
        service.sandbox.suppressions.add({ email });
      }
      for (const [q, total] of [
        ['ada', 2],
        ['ONE ada', 1],
        ['ada -one', 1],
        ['"ada-t"', 1],
        ['-ada', 1],
        ['re: ada', 0],
      ] as const) {
        expect((await page(service, `/${name}?q=${encodeURIComponent(q)}`)).total, q).toBe(total);
      }
    },
  );
});
