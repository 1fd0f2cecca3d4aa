import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, type Plane, read, send } from './control.ts';

interface Messages {
  readonly messages: readonly { readonly id: string; readonly subject: string; readonly status: string }[];
  readonly total: number;
}

/** Subjects of the messages that a query finds, and how many there are. */
async function find(plane: Plane, query = ''): Promise<[subjects: string[], total: number]> {
  const { messages, total } = read<Messages>(await plane.control('GET', `/messages${query}`));
  return [messages.map(({ subject }) => subject), total];
}

/** Uploads and confirms a text file, and returns the attachment's id. */
async function attach(plane: Plane, filename: string, text: string): Promise<string> {
  const json = { filename, contentType: 'text/plain', size: text.length };
  const answer = await plane.api('POST', '/attachments/presigned-url', json);
  const { attachmentId, uploadUrl } = read<{ data: { attachmentId: string; uploadUrl: string } }>(
    answer,
  ).data;
  const headers = { 'content-type': 'text/plain' };
  const put = await plane.sandbox.fetch(uploadUrl, { method: 'PUT', headers, body: text });
  expect(put.status).toBe(200);
  expect((await plane.api('POST', `/attachments/${attachmentId}/confirm`)).outcome).toBe('200');
  return attachmentId;
}

controlPlane('messages', (open) => {
  test('GET /messages: captured mail is listed newest first, live and simulated', async () => {
    const plane = await open();
    expect(await find(plane)).toEqual([[], 0]);
    await send(plane, { subject: 'one' });
    await send(plane, { subject: 'two' }, plane.sandbox.apiKey);
    await plane.control('POST', '/clock', { advance: 1 });
    await send(plane, { subject: 'three' });
    expect(await find(plane)).toEqual([['three', 'two', 'one'], 3]);
  });

  test('GET /messages: a message has its ids, addresses, content, status and timeline', async () => {
    const plane = await open();
    const { id, messageId } = await send(plane, {
      to: ['bob@example.net', 'dan@example.net'],
      cc: 'carl@example.net',
      text: 'Hello',
      headers: { 'X-Order': '7' },
    });
    expect((await plane.control('GET', '/messages')).json).toMatchObject({
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
          status: 'queued',
        },
      ],
      total: 1,
    });
  });

  test('GET /messages: to, from, subject, status and q combine', async () => {
    const plane = await open();
    await send(plane, { subject: 'Welcome', to: 'bob@example.net', html: '<p>Code 1234</p>' });
    await send(plane, { subject: 'Receipt', to: ['eve@example.net', 'bob@example.net'] });
    await send(plane, { subject: 'Bounced', to: 'bounce@example.net', from: 'Shop <shop@example.com>' });
    await plane.control('POST', '/clock', { advance: '1m' });
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
      expect(await find(plane, `?${query}`), query).toEqual([subjects, subjects.length]);
    }
  });

  test('GET /messages: limit cuts the list but not the total', async () => {
    const plane = await open();
    for (const subject of ['one', 'two', 'three']) await send(plane, { subject });
    expect(await find(plane, '?limit=2')).toEqual([['three', 'two'], 3]);
  });

  test('GET /messages: invalid filters are refused by name', async () => {
    const plane = await open();
    for (const [field, value] of [
      ['limit', 'x'],
      ['status', 'eaten'],
      ['wait', 'long'],
    ] as const) {
      expectInvalid(await plane.control('GET', `/messages?${field}=${value}`), field);
    }
  });

  test('GET /messages: wait answers as soon as a message matches', async () => {
    const plane = await open();
    const waiting = find(plane, '?to=bob@example.net&wait=5s');
    await send(plane, { to: 'eve@example.net', subject: 'not this one' });
    await send(plane, { to: 'bob@example.net', subject: 'this one' });
    expect(await waiting).toEqual([['this one'], 1]);
    expect(await find(plane, '?to=bob@example.net&wait=5s')).toEqual([['this one'], 1]);
  });

  test('GET /messages: wait answers without messages when its time is up', async () => {
    const plane = await open();
    await send(plane);
    expect(await find(plane, '?subject=other&wait=5ms')).toEqual([[], 0]);
  });

  test('GET /messages/{id}: a message is found by its id and by its messageId', async () => {
    const plane = await open();
    const { id, messageId } = await send(plane);
    await send(plane);
    const answer = await plane.control('GET', `/messages/${id}`);
    expect(answer.outcome).toBe('200');
    expect(answer.json).toMatchObject({ id, messageId, subject: 'Hello' });
    expect((await plane.control('GET', `/messages/${encodeURIComponent(messageId)}`)).json).toEqual(
      answer.json,
    );
    expect((await plane.control('GET', '/messages/msg_none')).outcome).toBe('404 NOT_FOUND');
  });

  test('GET /messages/{id}: a simulated message is found too', async () => {
    const plane = await open();
    const { messageId } = await send(plane, { subject: 'Simulated' }, plane.sandbox.apiKey);
    expect((await plane.control('GET', `/messages/${messageId}`)).json).toMatchObject({
      messageId,
      subject: 'Simulated',
    });
  });

  test('GET /messages/{id}/raw: the answer is the raw message', async () => {
    const plane = await open();
    const { id, messageId } = await send(plane, {
      from: 'Ada <ada@example.com>',
      cc: 'carl@example.net',
      text: 'Plain',
    });
    const answer = await plane.control('GET', `/messages/${id}/raw`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('message/rfc822');
    for (const line of [
      /^From: "?Ada"? <ada@example\.com>\r$/im,
      /^To: bob@example\.net\r$/im,
      /^Cc: carl@example\.net\r$/im,
      /^Subject: Hello\r$/im,
      new RegExp(`^Message-ID: <${messageId.replaceAll('.', String.raw`\.`)}>\r$`, 'im'),
      /^Plain/m,
    ]) {
      expect(answer.text).toMatch(line);
    }
    expect((await plane.control('GET', '/messages/msg_none/raw')).outcome).toBe('404 NOT_FOUND');
  });

  test('GET /messages/{id}/html: the answer is the HTML page', async () => {
    const plane = await open();
    const { id } = await send(plane, { html: '<p>Grüße</p>' });
    const answer = await plane.control('GET', `/messages/${id}/html`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.text).toContain('<p>Grüße</p>');
    expect((await plane.control('GET', '/messages/msg_none/html')).outcome).toBe('404 NOT_FOUND');
  });

  test('GET /messages/{id}/attachments/{n}: the answer is the file, counted from 0', async () => {
    const plane = await open();
    const attachmentIds = [await attach(plane, 'a.txt', 'first'), await attach(plane, 'b.txt', 'second')];
    const { id } = await send(plane, { attachmentIds });
    for (const [n, text] of ['first', 'second'].entries()) {
      const answer = await plane.control('GET', `/messages/${id}/attachments/${n}`);
      expect(answer).toMatchObject({ status: 200, text });
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    }
    for (const n of ['2', '-1', 'x']) {
      const answer = await plane.control('GET', `/messages/${id}/attachments/${n}`);
      expect([400, 404], n).toContain(answer.status);
    }
    expect((await plane.control('GET', '/messages/msg_none/attachments/0')).outcome).toBe('404 NOT_FOUND');
  });

  test('DELETE /messages: the mailbox of this account is emptied', async () => {
    const plane = await open();
    const header = { 'x-sandbox-account': await addOther(plane) };
    const { id } = await send(plane);
    await send(plane, { from: 'eve@other.example', subject: 'Theirs' }, 'sk_live_other');
    expect(await plane.control('DELETE', '/messages')).toMatchObject({ status: 204, text: '' });
    expect(await find(plane)).toEqual([[], 0]);
    expect((await plane.control('GET', `/messages/${id}`)).outcome).toBe('404 NOT_FOUND');
    expect((await plane.control('GET', '/messages', undefined, header)).json).toMatchObject({
      messages: [{ subject: 'Theirs' }],
      total: 1,
    });
    plane.sandbox.check();
  });

  test('DELETE /messages: nothing stays scheduled, and idempotency keys are free again', async () => {
    const plane = await open();
    await send(plane, { idempotencyKey: 'once' });
    await plane.control('DELETE', '/messages');
    expect((await plane.control('GET', '/clock')).json).toMatchObject({ nextDueAt: null });
    await send(plane, { idempotencyKey: 'once', subject: 'Another' });
    expect((await plane.control('GET', '/clock')).json).not.toMatchObject({ nextDueAt: null });
    expect(plane.sandbox.mailbox.list()).toMatchObject([{ subject: 'Another' }]);
  });
});
