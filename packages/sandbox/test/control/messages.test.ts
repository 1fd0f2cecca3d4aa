import { expect, test } from 'vitest';
import { controlPlane, type Service, start } from '../harness.ts';
import { addOther, expectInvalid, read, send } from './control.ts';

interface Messages {
  readonly messages: readonly { readonly id: string; readonly subject: string; readonly status: string }[];
  readonly total: number;
}

/** Subjects of the matching messages, and their total. */
async function find(service: Service, query = ''): Promise<[subjects: string[], total: number]> {
  const { messages, total } = read<Messages>(await service.call('GET', `/_sandbox/messages${query}`));
  return [messages.map(({ subject }) => subject), total];
}

/** Uploads and confirms a text file, and returns the attachment's id. */
async function attach(service: Service, filename: string, text: string): Promise<string> {
  const json = { filename, contentType: 'text/plain', size: text.length };
  const response = await service.call('POST', '/api/v1/attachments/presigned-url', { json });
  const { attachmentId, uploadUrl } = read<{ data: { attachmentId: string; uploadUrl: string } }>(
    response,
  ).data;
  const headers = { 'content-type': 'text/plain' };
  const put = await service.sandbox.fetch(uploadUrl, { method: 'PUT', headers, body: text });
  expect(put.status).toBe(200);
  expect((await service.call('POST', `/api/v1/attachments/${attachmentId}/confirm`)).outcome).toBe('200');
  return attachmentId;
}

controlPlane('messages', (open) => {
  test('GET /messages: captured mail is listed newest first, live and simulated', async () => {
    const service = await open();
    expect(await find(service)).toEqual([[], 0]);
    await send(service, { subject: 'one' });
    await send(service, { subject: 'two' }, service.sandbox.testApiKey);
    await service.call('POST', '/_sandbox/clock', { json: { advance: 1 } });
    await send(service, { subject: 'three' });
    expect(await find(service)).toEqual([['three', 'two', 'one'], 3]);
  });

  test('GET /messages: a message has its ids, addresses, content, status and timeline', async () => {
    const service = await open();
    const { id, messageId } = await send(service, {
      to: ['bob@example.net', 'dan@example.net'],
      cc: 'carl@example.net',
      text: 'Hello',
      headers: { 'X-Order': '7' },
    });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1s' } });
    expect((await service.call('GET', '/_sandbox/messages?whole=true')).json).toMatchObject({
      messages: [
        {
          id,
          messageId,
          from: 'ada@example.com',
          to: ['bob@example.net', 'dan@example.net'],
          cc: ['carl@example.net'],
          subject: 'Hello',
          html: '<p>Hello</p>',
          text: 'Hello',
          headers: { 'X-Order': '7' },
          status: 'sent',
          timeline: [
            { type: 'queued', at: start },
            { type: 'sent', at: '2026-01-01T00:00:00.500Z' },
          ],
        },
      ],
      total: 1,
    });
  });

  test('GET /messages: to, from, subject, status and q combine', async () => {
    const service = await open();
    await send(service, { subject: 'Welcome', to: 'bob@example.net', html: '<p>Code 1234</p>' });
    await send(service, { subject: 'Receipt', to: ['eve@example.net', 'bob@example.net'] });
    await send(service, { subject: 'Bounced', to: 'bounce@example.net', from: 'Shop <shop@example.com>' });
    await service.call('POST', '/_sandbox/clock', { json: { advance: '1m' } });
    for (const [query, subjects] of [
      ['to=bob@example.net', ['Receipt', 'Welcome']],
      ['to=BOB@example.net', ['Receipt', 'Welcome']],
      ['to=nobody@example.net', []],
      ['from=shop@example.com', ['Bounced']],
      ['subject=Welcome', ['Welcome']],
      ['status=bounced', ['Bounced']],
      ['status=delivered', ['Receipt', 'Welcome']],
      ['status=queued', []],
      ['q=1234', ['Welcome']],
      ['q=receipt', ['Receipt']],
      ['to=bob@example.net&subject=Receipt', ['Receipt']],
      ['to=bob@example.net&status=bounced', []],
    ] as const) {
      expect(await find(service, `?${query}`), query).toEqual([subjects, subjects.length]);
    }
  });

  test('GET /messages: limit cuts the list but not the total', async () => {
    const service = await open();
    for (const subject of ['one', 'two', 'three']) await send(service, { subject });
    expect(await find(service, '?limit=2')).toEqual([['three', 'two'], 3]);
  });

  test('GET /messages: invalid filters are refused by name', async () => {
    const service = await open();
    for (const [field, value] of [
      ['limit', 'x'],
      ['status', 'eaten'],
      ['wait', 'long'],
    ] as const) {
      expectInvalid(await service.call('GET', `/_sandbox/messages?${field}=${value}`), field);
    }
  });

  test('GET /messages: wait answers as soon as a message matches', async () => {
    const service = await open();
    const waiting = find(service, '?to=bob@example.net&wait=5s');
    await send(service, { to: 'eve@example.net', subject: 'not this one' });
    await send(service, { to: 'bob@example.net', subject: 'this one' });
    expect(await waiting).toEqual([['this one'], 1]);
    expect(await find(service, '?to=bob@example.net&wait=5s')).toEqual([['this one'], 1]);
  });

  test('GET /messages: wait answers without messages when its time is up', async () => {
    const service = await open();
    await send(service);
    expect(await find(service, '?subject=other&wait=5ms')).toEqual([[], 0]);
  });

  test('GET /messages/{id}: a message is found by its id and by its messageId', async () => {
    const service = await open();
    const { id, messageId } = await send(service);
    await send(service);
    const response = await service.call('GET', `/_sandbox/messages/${id}`);
    expect(response.outcome).toBe('200');
    expect(response.json).toMatchObject({ id, messageId, subject: 'Hello' });
    expect((await service.call('GET', `/_sandbox/messages/${encodeURIComponent(messageId)}`)).json).toEqual(
      response.json,
    );
    expect((await service.call('GET', '/_sandbox/messages/msg_none')).outcome).toBe('404 NOT_FOUND');
  });

  test('GET /messages/{id}: a simulated message is found too', async () => {
    const service = await open();
    const { messageId } = await send(service, { subject: 'Simulated' }, service.sandbox.testApiKey);
    expect((await service.call('GET', `/_sandbox/messages/${messageId}`)).json).toMatchObject({
      messageId,
      subject: 'Simulated',
    });
  });

  test('GET /messages/{id}/raw: the response is the raw message', async () => {
    const service = await open();
    const { id, messageId } = await send(service, {
      from: 'Ada <ada@example.com>',
      cc: 'carl@example.net',
      text: 'Plain',
    });
    const response = await service.call('GET', `/_sandbox/messages/${id}/raw`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('message/rfc822');
    for (const line of [
      /^From: "?Ada"? <ada@example\.com>\r$/im,
      /^To: bob@example\.net\r$/im,
      /^Cc: carl@example\.net\r$/im,
      /^Subject: Hello\r$/im,
      new RegExp(`^Message-ID: <${messageId.replaceAll('.', String.raw`\.`)}>\r$`, 'im'),
      /^Plain/m,
    ]) {
      expect(response.text).toMatch(line);
    }
    expect((await service.call('GET', '/_sandbox/messages/msg_none/raw')).outcome).toBe('404 NOT_FOUND');
  });

  test('GET /messages/{id}/html: the response is the HTML page', async () => {
    const service = await open();
    const { id } = await send(service, { html: '<p>Grüße</p>' });
    const response = await service.call('GET', `/_sandbox/messages/${id}/html`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.text).toContain('<p>Grüße</p>');
    expect((await service.call('GET', '/_sandbox/messages/msg_none/html')).outcome).toBe('404 NOT_FOUND');
  });

  test.each([
    ['report.txt', 'attachment; filename="report.txt"'],
    [
      'Übersicht 100%.txt',
      `attachment; filename="_bersicht 100_.txt"; filename*=UTF-8''%C3%9Cbersicht%20100%25.txt`,
    ],
  ])('GET /messages/{id}/attachments/{n}: a browser saves %s under its name', async (name, expected) => {
    const service = await open();
    const { id } = await send(service, { attachmentIds: [await attach(service, name, 'first')] });
    const { headers } = await service.call('GET', `/_sandbox/messages/${id}/attachments/0`);
    expect(headers.get('content-disposition')).toBe(expected);
  });

  test('GET /messages/{id}/attachments/{n}: the response is the file, counted from 0', async () => {
    const service = await open();
    const attachmentIds = [await attach(service, 'a.txt', 'first'), await attach(service, 'b.txt', 'second')];
    const { id } = await send(service, { attachmentIds });
    for (const [n, text] of ['first', 'second'].entries()) {
      const response = await service.call('GET', `/_sandbox/messages/${id}/attachments/${n}`);
      expect(response).toMatchObject({ status: 200, text });
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    }
    for (const n of ['2', '-1', 'x']) {
      const response = await service.call('GET', `/_sandbox/messages/${id}/attachments/${n}`);
      expect([400, 404], n).toContain(response.status);
    }
    expect((await service.call('GET', '/_sandbox/messages/msg_none/attachments/0')).outcome).toBe(
      '404 NOT_FOUND',
    );
  });

  test('DELETE /messages: the mailbox of this account is emptied', async () => {
    const service = await open();
    const header = { 'x-sandbox-account': await addOther(service) };
    const { id } = await send(service);
    await send(service, { from: 'eve@other.example', subject: 'Theirs' }, 'sk_live_other');
    expect(await service.call('DELETE', '/_sandbox/messages')).toMatchObject({ status: 204, text: '' });
    expect(await find(service)).toEqual([[], 0]);
    expect((await service.call('GET', `/_sandbox/messages/${id}`)).outcome).toBe('404 NOT_FOUND');
    expect((await service.call('GET', '/_sandbox/messages', { headers: header })).json).toMatchObject({
      messages: [{ subject: 'Theirs' }],
      total: 1,
    });
    expect(service.sandbox.check()).toEqual([]);
  });

  test('DELETE /messages: nothing stays scheduled, and idempotency keys are free again', async () => {
    const service = await open();
    await send(service, { idempotencyKey: 'once' });
    await service.call('DELETE', '/_sandbox/messages');
    expect((await service.call('GET', '/_sandbox/clock')).json).toMatchObject({ nextDueAt: null });
    await send(service, { idempotencyKey: 'once', subject: 'Another' });
    expect((await service.call('GET', '/_sandbox/clock')).json).not.toMatchObject({ nextDueAt: null });
    expect(service.sandbox.mailbox.list()).toMatchObject([{ subject: 'Another' }]);
  });

  test('DELETE /messages/{id}: one message goes, with its schedule and its idempotency key', async () => {
    const service = await open();
    const header = { 'x-sandbox-account': await addOther(service) };
    const { id, messageId } = await send(service, { idempotencyKey: 'once' });
    await send(service, { idempotencyKey: 'twice', subject: 'Another' });
    const remove = (name: string, headers = {}) =>
      service.call('DELETE', `/_sandbox/messages/${name}`, { headers });
    expect((await remove(id, header)).outcome).toBe('404 NOT_FOUND');
    expect(await remove(messageId)).toMatchObject({ status: 204, text: '' });
    expect((await remove(id)).outcome).toBe('404 NOT_FOUND');
    expect(await find(service)).toEqual([['Another'], 1]);
    await send(service, { idempotencyKey: 'once', subject: 'Again' });
    await send(service, { idempotencyKey: 'twice', subject: 'Another' });
    expect(await find(service)).toEqual([['Again', 'Another'], 2]);
    expect(service.sandbox.check()).toEqual([]);
  });

  test('GET /messages/{id}/html: the page cannot act on the control plane’s origin', async () => {
    const service = await open();
    const { id } = await send(service);
    const { headers } = await service.call('GET', `/_sandbox/messages/${id}/html`);
    expect(headers.get('content-security-policy')).toBe('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
