/** @jest-environment jest-fixed-jsdom */
const { useSandbox } = require('@mailrig/sandbox/jest');
const { Mailrig } = require('mailrig');

const sandbox = useSandbox();
const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi' };

function client() {
  return new Mailrig(sandbox.clientOptions());
}

test('the client and the sandbox work in a page of jsdom, attachments included', async () => {
  document.title = 'A page';
  const progress = [];
  const content = new Blob(['abc']);
  const onProgress = ({ sent }) => progress.push(sent);
  const { id } = await client().attachments.upload(content, { filename: 'a.txt', onProgress });
  expect(progress).toEqual([0, 3]);
  await client().emails.send({
    ...email,
    attachmentIds: [id],
    attachments: [{ content, filename: 'b.txt' }],
  });
  expect(sandbox).toHaveSentEmail({ to: 'bob@example.org' });
  expect(sandbox.mailbox.latest().attachments).toHaveLength(2);
});

test('the clock of the sandbox follows a time faked into the past', async () => {
  jest.useFakeTimers({ now: new Date('2020-01-31') });
  const { messageId } = await client().emails.send(email);
  jest.advanceTimersByTime(3_000);
  expect(sandbox.mailbox.get(messageId).status).toBe('delivered');
  jest.useRealTimers();
});
