import { createRecorder } from '@mailrig/probes';
import { expect, test } from 'vitest';
import { startLookAlike } from '../look-alike.ts';
import { recorderUrl, replayed, startAt } from './scenario.ts';

const secrets = ['lovelace', 'bob', 'corp.org', 'Hello Bob', 'Hi', 'Readers', 'sk_live_look_alike'];

test('a recording of a service of other shapes is replayed, and shows what differs and when', async () => {
  const text = await liveThrough('sk_live_look_alike');
  for (const secret of secrets) expect(text).not.toContain(secret);

  const { compared, exchanges, differences } = await replayed(text, { endpoints: 'published' });
  expect([compared, exchanges]).toEqual([8, 8]);
  expect(
    differences.filter(({ operation }) => operation === 'sendEmail').map(({ message }) => message),
  ).toEqual([
    'The deployment answers with status 200, the sandbox with 201.',
    'Only the sandbox answers in an envelope; what is in it was compared.',
    'Only the sandbox answers with `id` (a string).',
    'Only the sandbox answers with `status` (a string).',
    'Only the sandbox answers with `createdAt` (a string).',
    'Only the sandbox answers with `skipped` (true or false).',
  ]);
  expect(differences.filter(({ kind }) => kind === 'timing').map(({ message }) => message)).toEqual([
    'The deployment changed to `delivered` between 0.8 s and 1.2 s after it accepted the email; the sandbox does after 2.0 s.',
  ]);
});

/** An application that sends an email and looks every 400 ms what became of it. */
async function liveThrough(apiKey: string): Promise<string> {
  let now = Date.parse(startAt);
  await using other = await startLookAlike({ apiKey, now: () => now });
  const lines: string[] = [];
  const recorder = createRecorder({
    baseUrl: other.url,
    write: (line) => void lines.push(line),
    now: () => now,
  });
  const call = async (method: string, path: string, body?: object) => {
    const request = new Request(recorderUrl + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await recorder.handle(request);
    now += 400;
    return (await response.json()) as { readonly messageId?: string };
  };
  const email = { from: 'ada@lovelace-letters.com', to: 'bob@corp.org', subject: 'Hello Bob', text: 'Hi' };
  const { messageId } = await call('POST', '/api/v1/emails', email);
  for (let times = 0; times < 4; times += 1) await call('GET', `/api/v1/emails/${messageId}`);
  await call('POST', '/api/v1/contact-lists', { name: 'Readers' });
  await call('GET', '/api/v1/contact-lists');
  await call('POST', '/api/v1/email-verification/single', { email: 'bob@corp.org' });
  return lines.join('');
}
