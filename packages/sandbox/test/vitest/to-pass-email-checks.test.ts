import { createSandbox, type Sandbox } from '@mailrig/sandbox';
import '@mailrig/sandbox/vitest';
import { beforeEach, expect, test } from 'vitest';
import { newsletter } from '../checks/good-email.ts';
import { send } from '../conformance/emails.ts';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox();
});

async function sent(fields: object) {
  expect((await send(sandbox, { text: 'Hello', ...fields })).outcome).toBe('201');
  return sandbox.mailbox.get(sandbox.mailbox.latest()?.id ?? '');
}

const html = '<p lang="en">Hello</p>\n  <p><a href="http://a.example">A</a> <a href="">B</a></p>';

test('a message without errors and warnings passes', async () => {
  await expect(await sent(newsletter)).toPassEmailChecks();
  await expect(await sent({ html })).not.toPassEmailChecks();
});

test('a failure prints each finding with its line of source, and how to accept it', async () => {
  const message = await sent({ html });
  await expect(expect(message).toPassEmailChecks()).rejects.toThrow(
    [
      `${message.id} "Hello" has 2 findings:`,
      '',
      '  error  link-empty  (html, line 2, column 48)',
      '    2 | <p><a href="http://a.example">A</a> <a href="">B</a></p>',
      '    A link to "" leads nowhere. Give the link an address, or remove it.',
      '',
      '  warning  link-insecure  (html, line 2, column 15)',
      '    2 | <p><a href="http://a.example">A</a> <a href="">B</a></p>',
      '    A link to "http://a.example" is not encrypted. Use https:.',
      '',
      "To accept these: { ignore: ['link-empty', 'link-insecure'] }",
    ].join('\n'),
  );
});

test('of a long line, a failure prints what is around the place', async () => {
  const line = `${'<p lang="en">Hello</p>'.repeat(40)}<a href="">Start</a>${'<p>Bye</p>'.repeat(40)}`;
  const message = await sent({ html: line });
  await expect(expect(message).toPassEmailChecks()).rejects.toThrow(/ {4}1 \| ….*<a href="">Start<\/a>.*…\n/);
});

test('findings can be accepted, and only errors can count', async () => {
  const message = await sent({ html });
  await expect(message).toPassEmailChecks({ ignore: ['link-empty', 'link-insecure'] });
  await expect(message).toPassEmailChecks({ ignore: ['link-empty'], failOn: 'error' });
  await expect(expect(message).toPassEmailChecks({ ignore: ['link-emty'] })).rejects.toThrow(
    'ignore has no check or feature "link-emty"',
  );
});

test('it explains how to use it when it gets anything else', async () => {
  await expect(expect(sandbox.mailbox.latest()).toPassEmailChecks()).rejects.toThrow(
    'await expect(sandbox.mailbox.latest()).toPassEmailChecks()',
  );
});
