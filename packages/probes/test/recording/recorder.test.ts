import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRecorder, readRecording } from '@mailrig/probes';
import { expect, onTestFinished, test } from 'vitest';
import { apiKey, recorded, recorderUrl, replayed } from './scenario.ts';

test('a file of 1 MB arrives byte by byte, without the API key, and is not in the recording', async () => {
  const app = await recorded();
  const bytes = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 31) % 256);
  const file = { filename: 'noise.bin', contentType: 'application/octet-stream', size: bytes.length };
  const { body } = await app.call('POST', '/api/v1/attachments/presigned-url', file);
  const url = String(body.data['uploadUrl']);
  expect(new URL(url).origin).toBe(recorderUrl);
  const put = await app.recorder.handle(
    new Request(url, {
      method: 'PUT',
      headers: { 'content-type': file.contentType, authorization: `Bearer ${apiKey}` },
      body: bytes,
    }),
  );
  expect(put.status).toBe(200);
  const { attachmentId } = body.data;
  await app.call('POST', `/api/v1/attachments/${attachmentId}/confirm`);
  const send = { from: 'ada@lovelace-letters.com', to: 'bob@corp.org', subject: 'Noise', text: 'Noise' };
  await app.call('POST', '/api/v1/emails', { ...send, attachmentIds: [attachmentId] });

  const [request] = app.sandbox.requests.list({ operation: 'putUpload' });
  expect(request?.headers).not.toHaveProperty('authorization');
  const [attached] = app.sandbox.mailbox.latest()?.attachments ?? [];
  expect(Buffer.from(attached?.content ?? []).equals(Buffer.from(bytes))).toBe(true);
  expect(readRecording(app.text()).exchanges[1]?.request).toMatchObject({
    method: 'PUT',
    bytes: bytes.length,
  });
  expect(app.text().length).toBeLessThan(10_000);
  expect((await replayed(app.text())).differences).toEqual([]);
});

test('requests at the same time are all recorded, each on its own line', async () => {
  const app = await recorded();
  const emails = Array.from({ length: 40 }, (_, index) => `person${index}@corp.org`);
  const answers = await Promise.all(
    emails.map((email) => app.call('POST', '/api/v1/email-verification/single', { email })),
  );
  expect(answers.map(({ body }) => body.data['email'])).toEqual(emails);
  const { exchanges } = readRecording(app.text());
  const recordedEmails = exchanges.map(({ request }) => (request.json as { email: string }).email);
  expect(new Set(recordedEmails).size).toBe(40);
  for (const { request, response } of exchanges) {
    expect(response?.json).toMatchObject({ data: { email: (request.json as { email: string }).email } });
  }
});

test('an answer waits until its line is written, and lines are written one at a time', async () => {
  const writes: { readonly line: string; readonly done: () => void }[] = [];
  const recorder = createRecorder({
    baseUrl: 'http://deployment.test',
    write: (line) => new Promise((done) => writes.push({ line, done })),
    fetch: () => Promise.resolve(Response.json({})),
  });
  const answered: number[] = [];
  const calls = [1, 2].map(async (number) => {
    await recorder.handle(new Request(`${recorderUrl}/api/v1/emails?page=${number}`));
    answered.push(number);
  });
  for (let written = 0; written < 3; written += 1) {
    await expect.poll(() => writes.length).toBe(written + 1);
    expect(answered).toHaveLength(Math.max(0, written - 1));
    writes[written]?.done();
  }
  await Promise.all(calls);
  expect(answered).toHaveLength(2);
});

test('a compressed answer reaches the application decoded, with its status, headers and body', async () => {
  const text = JSON.stringify({ success: true, data: ['ä', '😀'] });
  const server = createServer((_request, response) => {
    response.writeHead(218, 'This is fine', {
      'content-encoding': 'gzip',
      'x-own': 'kept',
      connection: 'keep-alive',
      'set-cookie': ['a=1', 'b=2'],
    });
    response.end(gzipSync(text));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const recorder = createRecorder({ baseUrl: `http://127.0.0.1:${port}/`, write: () => {} });
  const answer = await recorder.handle(new Request(`${recorderUrl}/api/v1/contact-lists`));
  expect(answer.status).toBe(218);
  expect(answer.statusText).toBe('This is fine');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-own': 'kept',
    'content-length': String(Buffer.byteLength(text)),
  });
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('connection')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.text()).toBe(text);
});

test('a deployment that cannot be reached is answered with 502 and recorded', async () => {
  const lines: string[] = [];
  const recorder = createRecorder({
    baseUrl: 'http://deployment.test',
    write: (line) => void lines.push(line),
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  const answer = await recorder.handle(new Request(`${recorderUrl}/api/v1/emails`));
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ error: { code: 'DEPLOYMENT_UNREACHABLE' } });
  const report = await replayed(lines.join(''));
  expect(report.skipped).toEqual([{ reason: 'the deployment could not be reached', lines: [2] }]);
});

test('a body that is not JSON is recorded by its length only', async () => {
  const app = await recorded();
  await app.recorder.handle(
    new Request(`${recorderUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: '{"to":"bob@corp.org"',
    }),
  );
  expect(readRecording(app.text()).exchanges[0]?.request.bytes).toBe(20);
  expect(await replayed(app.text())).toMatchObject({ compared: 1, differences: [] });
});

test('a wrong base URL is refused', () => {
  expect(() => createRecorder({ baseUrl: 'mail.example', write: () => {} })).toThrow(
    /baseUrl must be an http/,
  );
});
