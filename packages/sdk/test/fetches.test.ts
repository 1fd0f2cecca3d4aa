import { serve } from '@mailrig/sandbox/node';
import crossFetch from 'cross-fetch';
import nodeFetch from 'node-fetch';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetch as undiciFetch } from 'undici';
import type { FetchFunction, UploadProgress } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

const bytes = new TextEncoder().encode('The quick brown fox');

const fetches: readonly (readonly [string, FetchFunction])[] = [
  ['undici', undiciFetch],
  // Its types want a `Buffer` of Node.
  ['node-fetch', nodeFetch as unknown as typeof fetch],
  ['cross-fetch', crossFetch],
];

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(fetches)('the fetch of %s', (_, own) => {
  test.each(['option', 'global'])('sends, lists, uploads and reads refusals, as %s', async (place) => {
    const { sandbox } = connect();
    await using server = await serve({ sandbox, port: 0 });
    if (place === 'global') vi.stubGlobal('fetch', own);
    const fetch = place === 'global' ? undefined : own;
    const { mail } = connect({ fetch, baseUrl: server.url, apiKey: sandbox.liveApiKey });
    const progress: UploadProgress[] = [];
    const { id } = await mail.attachments.upload(new Blob([bytes]), {
      filename: 'fox.txt',
      onProgress: (now) => progress.push(now),
    });
    const attachments = [new File([bytes], 'dog.txt')];
    const { response } = await mail.emails
      .send({ ...email, attachmentIds: [id], attachments })
      .withResponse();
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(progress).toEqual([
      { sent: 0, total: bytes.length },
      { sent: bytes.length, total: bytes.length },
    ]);
    expect(sandbox.mailbox.latest()?.attachments.map(({ content }) => content)).toEqual([bytes, bytes]);
    expect((await mail.emails.list()).items).toMatchObject([{ subject: email.subject }]);
    const { id: listId } = await mail.lists.create({ name: 'Customers' });
    const contact = await mail.contacts(listId).create({ email: 'bob@example.org' });
    await mail.contacts(listId).suppress(contact.id, 'manual');
    const refusal = await failureOf(mail.emails.send({ ...email, from: 'ada@elsewhere.org' }));
    expect(refusal).toHaveProperty('code', 'FROM_DOMAIN_MISMATCH');
  });

  test('is aborted with the call, and a refused connection is not-sent', async () => {
    const { sandbox } = connect();
    const server = await serve({ sandbox, port: 0 });
    const { mail } = connect({ fetch: own, baseUrl: server.url, apiKey: sandbox.liveApiKey, maxRetries: 0 });
    sandbox.faults.add({ times: 1, effect: { network: 'hang' } });
    expect(await failureOf(mail.emails.list({}, { timeout: 50 }))).toHaveProperty('code', 'TIMEOUT_ERROR');
    await server.close();
    expect(await failureOf(mail.lists.create({ name: 'Customers' }))).toMatchObject({
      code: 'NETWORK_ERROR',
      outcome: 'not-sent',
    });
  });
});
