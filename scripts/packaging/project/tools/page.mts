import { createSandbox } from '@mailrig/sandbox';
import { interceptFetch } from '@mailrig/sandbox/msw/fetch';
import { Mailrig } from 'mailrig';
import { expect, test } from 'vitest';

test('an upload with onProgress goes through interceptFetch, and shows its start and its end', async () => {
  document.title = 'A page';
  const sandbox = createSandbox();
  const interception = interceptFetch(sandbox);
  const { baseUrl, liveApiKey: apiKey } = sandbox;
  const mail = new Mailrig({ apiKey, baseUrl, dangerouslyAllowBrowser: true });
  const progress: number[] = [];
  await mail.attachments.upload(new File(['abcdef'], 'a.txt'), {
    onProgress: ({ sent }) => progress.push(sent),
  });
  interception.close();
  expect(progress).toEqual([0, 6]);
});

test('a client takes the options of a sandbox as they are', async () => {
  const sandbox = createSandbox();
  const mail = new Mailrig(sandbox.clientOptions());
  const { messageId } = await mail.emails.send({
    from: 'ada@example.com',
    to: 'bob@example.org',
    subject: 'Hello',
    text: 'Hi',
  });
  expect(sandbox.mailbox.get(messageId).subject).toBe('Hello');
});
