import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { controlPlane, type Service } from '../harness.ts';
import { messageWords, requestWords, searchForms } from '../../src/control/list-verbs/search-words.ts';
import { expectInvalid, read, send } from './control.ts';

interface Found {
  readonly messages: readonly { readonly subject: string }[];
}

const query = (q: string) => `?q=${encodeURIComponent(q)}`;

/** Subjects of the messages that a search finds, oldest first; mailbox.list must find the same. */
async function subjects(service: Service, q: string): Promise<string[]> {
  const { messages } = read<Found>(await service.call('GET', `/_sandbox/messages${query(q)}`));
  const found = messages.map(({ subject }) => subject);
  expect(service.sandbox.mailbox.list({ q }).map(({ subject }) => subject)).toEqual(found);
  return found.toReversed();
}

/** Four messages, a minute apart; the third has a file, the last one was simulated. */
async function fill(service: Service): Promise<void> {
  const wait = () => service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
  await send(service, {
    subject: 'Re: hello',
    text: 'See https://a.example/x at 12:30',
    headers: { 'X-Campaign': 'Spring sale' },
  });
  await wait();
  await send(service, { subject: 'Your invoice', to: 'bounce@example.net', cc: 'grace@example.net' });
  await wait();
  const json = { filename: 'Report 7.pdf', contentType: 'application/pdf', size: 2 };
  const upload = read<{ data: { attachmentId: string; uploadUrl: string } }>(
    await service.call('POST', '/api/v1/attachments/presigned-url', { json }),
  ).data;
  const headers = { 'content-type': json.contentType };
  await service.sandbox.fetch(upload.uploadUrl, { method: 'PUT', headers, body: '%!' });
  await service.call('POST', `/api/v1/attachments/${upload.attachmentId}/confirm`);
  await send(service, { subject: 'invoice for your form:ada', attachmentIds: [upload.attachmentId] });
  await wait();
  await send(service, { subject: 'Trial', html: undefined, text: 'plain' }, service.sandbox.testApiKey);
}

const [hello, invoice, report, trial] = [
  'Re: hello',
  'Your invoice',
  'invoice for your form:ada',
  'Trial',
] as const;

controlPlane('search', (open) => {
  test('GET /messages?q: words, quotes, several parts and negation find what they say, in both lists', async () => {
    const service = await open();
    await fill(service);
    for (const [q, found] of [
      ['', [hello, invoice, report, trial]],
      ['your invoice', [invoice, report]],
      ['"your invoice"', [invoice]],
      ['"your invoice', [invoice]],
      ['INVOICE -grace', [report]],
      ['-invoice -"re: hello"', [trial]],
      ['-invoice -"', [hello, trial]],
      ['to:grace', [invoice]],
      ['to:GRACE@example.net', [invoice]],
      ['to:race@example.net', []],
      ['from:ada@example.com -to:bob', [invoice]],
      ['subject:"your inv"', [invoice]],
      ['status:bounced', [invoice]],
      ['-Status:Delivered', [invoice, trial]],
      ['has:attachment', [report]],
      ['has:html -has:attachment invoice', [invoice]],
      ['filename:.PDF', [report]],
      ['filename:"report 7"', [report]],
      ['header:x-campaign', [hello]],
      ['header:X-Campaign=spring', [hello]],
      ['header:X-Campaign=autumn', []],
      ['environment:test', [trial]],
      ['template:welcome', []],
      ['after:2026-01-01T00:02', [report, trial]],
      ['before:2026-01-01T00:02:00.000Z', [hello, invoice]],
      ['after:2026-01-01T02:01+02:00 before:2026-01-02 invoice', [invoice, report]],
      ['before:2026-01-01', []],
    ] as const) {
      expect(await subjects(service, q), q).toEqual(found);
    }
  });

  test('GET /messages?q: a colon in ordinary text is text', async () => {
    const service = await open();
    await fill(service);
    for (const [q, found] of [
      ['Re: hello', [hello]],
      ['https://a.example/x', [hello]],
      ['12:30', [hello]],
      ['"form:ada"', [report]],
      ['"Re: hello"', [hello]],
      ['. : -', []],
    ] as const) {
      expect(await subjects(service, q), q).toEqual(found);
    }
  });

  test('GET /messages?q: a wrong word or value is refused, with the right ones', async () => {
    const service = await open();
    for (const [q, ...told] of [
      ['form:ada', 'no word form:. Did you mean from:?', 'to:, from:, subject:', '"form:ada"'],
      ['invoice -zebra:"a b"', 'no word zebra:. The words are', ': -"zebra:a b"'],
      ['status:eaten', 'status: must be one of queued, sent, delivered, bounced, failed, refused, not eaten'],
      ['has:everything', 'has: must be one of attachment, html, text'],
      ['before:yesterday', 'before: must be a date such as 2026-01-31', 'not yesterday'],
      ['after:2026-02-30', 'not 2026-02-30'],
      ['to: ada', 'to: needs a value right after its colon', '"to:"'],
      ['-subject:""', 'subject: needs a value right after its colon', '"subject:"'],
    ] as const) {
      for (const path of ['messages', 'messages/latest']) {
        const response = await service.call('GET', `/_sandbox/${path}${query(q)}`);
        expectInvalid(response, 'q');
        for (const text of told) expect(JSON.parse(response.text).error.message, q).toContain(text);
      }
    }
  });

  test('GET /requests?q: words find requests, and requests.list finds the same', async () => {
    const service = await open();
    await send(service, { subject: 'Recorded', color: 'red' });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    await service.call('POST', '/api/v1/emails', { json: { from: 'nobody' }, headers: { 'x-trace': 'T7' } });
    await service.call('GET', '/api/v1/emails?page=1');
    await service.call('GET', '/api/v1/nowhere');
    const { id } = service.sandbox.mailbox.latest() ?? { id: '' };
    const [account] = service.sandbox.accounts.list();
    for (const [q, count] of [
      ['method:get', 2],
      ['status:4xx', 2],
      ['status:404', 1],
      ['-status:2xx method:POST', 1],
      ['operation:sendemail', 2],
      ['path:?page=1', 1],
      ['path:/api/v1/emails -operation:list', 2],
      ['code:validation', 1],
      ['field:from', 1],
      ['outcome:ok', 2],
      ['outcome:error', 2],
      ['outcome:fault', 0],
      ['has:ignored-fields', 1],
      [`account:${account?.id}`, 4],
      ['account:example.com', 4],
      ['account:other.example', 0],
      [`message:${id}`, 1],
      ['header:X-Trace=t7', 1],
      ['after:2026-01-01T00:01', 3],
      ['before:2026-01-01T00:01 recorded', 1],
    ] as const) {
      const list = await service.call('GET', `/_sandbox/requests${query(q)}`);
      expect(read<{ total: number }>(list).total, q).toBe(count);
      expect(service.sandbox.requests.count({ q }), q).toBe(count);
    }
    for (const q of ['status:many', 'to:ada']) {
      expectInvalid(await service.call('GET', `/_sandbox/requests${query(q)}`), 'q');
    }
  });
});

test('every example of the help is a search', () => {
  const { mailbox, requests } = createSandbox();
  for (const { example } of [...searchForms, ...Object.values(messageWords)]) mailbox.list({ q: example });
  for (const { example } of [...searchForms, ...Object.values(requestWords)]) requests.list({ q: example });
  expect(() => mailbox.list({ q: 'form:ada' })).toThrow('q: there is no word form:. Did you mean from:?');
});
