import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { call } from '../harness.ts';
import { read } from './control.ts';

/** Long enough that work in proportion to its square would take minutes, so the test would not end in time. */
const repeated = (text: string) => text.repeat(Math.ceil(600_000 / text.length));

const htmls = [
  '<a ',
  '<a href="',
  "<a href='x",
  '<a href',
  '<a x = ',
  '<a =',
  '<',
  '</a ',
  '<!--',
  '<!-- -',
  '<style>',
  '<style></script',
  '<a href=x>',
  '&',
  '&#',
  '&amp',
  ' ',
];
const texts = [
  'http://a/',
  '.',
  '(',
  ')',
  '1',
  '1-',
  'http://',
  '[',
  '&',
  '1 ',
  '1234 ',
  'code 1234 ',
  '1234\n',
  'A\n',
  'code\n',
];

test.for(htmls)('HTML of %j, repeated, gives its links and codes', async (part) => {
  const sandbox = createSandbox();
  await send(sandbox, { html: `<p>Code 493017</p><a href="https://x.example/a">a</a>${repeated(part)}` });
  const response = await call(sandbox, 'GET', '/_sandbox/messages/latest');
  const { links, codes } = read<{ links: string[]; codes: string[] }>(response);
  expect(links[0]).toBe('https://x.example/a');
  expect(codes).toEqual(['493017']);
});

test.for(texts)('text of %j after a code and a link, repeated, gives its links and codes', async (part) => {
  const sandbox = createSandbox();
  await send(sandbox, { html: undefined, text: `Code: 493017 http://a/ http://a/${repeated(part)}` });
  const message = sandbox.mailbox.latest();
  expect(message?.links()[0]).toBe('http://a/');
  expect(message?.codes()[0]).toBe('493017');
});

test('a search for a long text that nearly repeats itself ends', async () => {
  const sandbox = createSandbox();
  const repetition = 'a'.repeat(4_000);
  await send(sandbox, { text: `${repeated('a')} ${repetition}B${repetition}!` });
  expect(sandbox.mailbox.list({ q: `${repetition}c${repetition}` })).toEqual([]);
  expect(sandbox.mailbox.list({ q: `${repetition}b${repetition}!` })).toHaveLength(1);
});

test('a media type with many blanks is refused', async () => {
  const sandbox = createSandbox();
  const headers = {
    'content-type': `application/json; charset=${`charset=${'\t'.repeat(2_000)}`.repeat(6)}"x`,
  };
  const response = await call(sandbox, 'POST', '/api/v1/emails', { json: {}, headers });
  expect(response.outcome).toBe('415 UNSUPPORTED_MEDIA_TYPE');
});
