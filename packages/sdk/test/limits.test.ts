import { runInNewContext } from 'node:vm';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InvalidResponseError, Mailrig, type MailrigOptions, TimeoutError } from '../src/index.ts';
import { connect, connectThrough, email, failureOf } from './client.ts';

async function connectTo(listener: RequestListener, options: MailrigOptions = {}): Promise<Mailrig> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return new Mailrig({ apiKey: 'sk_live_x', baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0, ...options });
}

describe('an endless answer', () => {
  test.each([
    [201, InvalidResponseError.name, 'succeeded'],
    [503, 'ServerError', 'unknown'],
  ])('with status %i is abandoned after maxResponseBytes', async (status, name, outcome) => {
    let sent = 0;
    const mail = await connectTo(
      (_, answer) => {
        answer.writeHead(status, { 'content-type': 'application/json' });
        const write = () => {
          while (!answer.destroyed && answer.write('x'.repeat(65_536))) sent += 65_536;
          if (!answer.destroyed) answer.once('drain', write);
        };
        write();
      },
      { maxResponseBytes: 1_000_000 },
    );
    const error = await failureOf(mail.emails.send(email));
    expect(error).toMatchObject({ name, outcome, attempts: 1 });
    expect(sent).toBeLessThan(20_000_000);
    if (outcome === 'succeeded') expect(error.message).toContain('maxResponseBytes');
  });
});

describe.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
])('a response nested 3,000 deep in %s', (_, open, close) => {
  const deep = `${open.repeat(3_000)}null${close.repeat(3_000)}`;

  test.each(['{"success":true,"data":X}', '{"success":true,"data":{"messageId":"m","extra":X}}', 'X'])(
    'is an InvalidResponseError, because the request was done: %s',
    async (body) => {
      const { mail } = connectThrough(() => new Response(body.replace('X', deep), { status: 201 }));
      const error = await failureOf(mail.emails.send(email));
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({ outcome: 'succeeded', idempotencyKey: expect.any(String) });
      expect(error.message).toContain('levels deep');
    },
  );
});

test('totalTimeout limits the upload of an endless stream', async () => {
  const { mail, sandbox } = connect();
  const endless = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
  const error = await failureOf(mail.attachments.upload(endless, { totalTimeout: 20 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ limit: 'totalTimeout', outcome: 'not-sent' });
  expect(sandbox.requests.count()).toBe(0);
});

test('an error page of an upload store is searched once, whatever its length', async () => {
  const page = `<${'Code<Message'.repeat(200_000)}`;
  const { sandbox } = connect();
  const { mail } = connect({
    maxRetries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      return request.method === 'PUT' ? new Response(page, { status: 400 }) : sandbox.fetch(request);
    },
  });
  const error = await failureOf(mail.attachments.upload(new Blob(['fox']), { filename: 'a.txt' }));
  expect(error).toMatchObject({ name: 'UploadError', code: 'UPLOAD_FAILED', status: 400 });
});

describe('a value that JSON would drop is never sent, and the error names its field', () => {
  test.each([
    ['NaN', Number.NaN, 'customFields.seats must be a finite number'],
    ['Infinity', Number.POSITIVE_INFINITY, 'customFields.seats must be a finite number'],
    ['a bigint', 7n, 'customFields.seats must be a number or a string'],
    ['a function', () => 7, 'customFields.seats must be data'],
    ['an invalid date', new Date(Number.NaN), 'customFields.seats must not be an invalid date'],
    ['a Map', new Map([['a', 1]]), 'customFields.seats must be a plain object'],
    ['a promise', Promise.resolve(7), 'JSON cannot hold the type Promise'],
    ['a typed array', new Uint8Array([7]), 'JSON cannot hold the type Uint8Array'],
    ['an error', new Error('none'), 'JSON cannot hold the type Error'],
  ])('%s in a custom field', async (_, seats, words) => {
    const { mail, sandbox } = connect();
    const list = await mail.lists.create({
      name: 'Customers',
      customFields: [{ key: 'seats', label: 'Seats', type: 'number' }],
    });
    const contacts = mail.contacts(list.id);
    const contact = await contacts.create({ email: 'ada@example.org', customFields: { seats: 3 } });
    const error = await failureOf(contacts.update(contact.id, { customFields: { seats: seats as never } }));
    expect(error).toMatchObject({ name: 'ValidationError', outcome: 'not-sent', attempts: 0 });
    expect(error.message).toContain(words);
    expect(sandbox.contacts.get(contact.id).customFields).toEqual({ seats: 3 });
  });

  test('in an array, and in the body of mail.request', async () => {
    const { mail, sandbox } = connect();
    const body = { rows: [{ ok: 1 }, { sum: Number.NaN }] };
    const error = await failureOf(mail.request('POST', '/api/v1/emails', { body }));
    expect(error.message).toContain('rows[1].sum must be a finite number');
    const loop: Record<string, unknown> = {};
    loop['loop'] = loop;
    const other = await failureOf(mail.request('POST', '/api/v1/emails', { body: loop }));
    expect(other.message).toContain('levels deep');
    expect(sandbox.requests.count()).toBe(0);
  });

  test('an object that contains itself in several places is refused at once', async () => {
    const { mail, sandbox } = connect();
    const parent: Record<string, unknown> = {};
    parent['children'] = [{ parent }, { parent }];
    const error = await failureOf(mail.request('POST', '/api/v1/emails', { body: parent }));
    expect(error.message).toContain('levels deep');
    expect(sandbox.requests.count()).toBe(0);
  });

  test('a boxed string, number or boolean is sent as JSON writes it', async () => {
    const { mail, sandbox } = connect();
    const name: unknown = runInNewContext("Object('Ada')");
    const body = { ...email, variables: { name, seats: Object(5), new: Object(false) } };
    await failureOf(mail.request('POST', '/api/v1/emails', { body: { ...body, subject: '' } }));
    expect(sandbox.requests.last()?.body).toHaveProperty('variables', { name: 'Ada', seats: 5, new: false });
  });

  test('a value with toJSON is sent as it returns, on every attempt', async () => {
    const { mail, sandbox } = connect();
    sandbox.faults.add({ times: 1, phase: 'after', effect: { status: 429, retryAfter: 0 } });
    const body = { ...email, sentFrom: new Date('2026-01-31T09:30:00Z') };
    const sent = mail.request('POST', '/api/v1/emails', { body });
    body.subject = 'Changed meanwhile';
    await sent;
    expect(sandbox.requests.list().map((request) => request.body)).toEqual([
      { ...email, sentFrom: '2026-01-31T09:30:00.000Z' },
      { ...email, sentFrom: '2026-01-31T09:30:00.000Z' },
    ]);
  });
});
