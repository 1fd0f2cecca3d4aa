import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMessage } from '../../src/checks/check-message.ts';

/** Beginnings and ends of what HTML, CSS and templates are made of. */
const snippets = [
  '< > </ <!-- --> <style> </style> <a\thref=" "> </a> style=\' <![CDATA[ <svg><title>',
  '<table> <th> <h4> <p> </p> </br> <form> <img\tsrc="cid: " = &amp; &#x110000; \0 \uD800 \r\n',
  '{{ }} {% ${a} <%= %> https:// http://[ mailto: @media\t( { } a:b( url( /* font-size:5px; display:flex;',
].flatMap((line) => line.split(' '));
const piece = fc.oneof(fc.string(), fc.constantFrom(...snippets));
const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('no message makes the checks fail, and every finding is in the message', () => {
  fc.assert(
    fc.property(html, html, fc.string(), (body, text, header) => {
      const headers = { 'List-Unsubscribe': header };
      const { findings } = checkMessage({
        subject: text,
        html: body,
        text,
        headers,
        contentIds: [],
        ignoredFields: [],
      });
      const lines = { html: body.split(/\r\n|\r|\n/), text: text.split(/\r\n|\r|\n/) };
      for (const { part, positions } of findings) {
        if (part !== 'html' && part !== 'text') continue;
        for (const { line, column } of positions) {
          expect(column).toBeLessThanOrEqual((lines[part][line - 1]?.length ?? -1) + 2);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['elements', '<div><b>'.repeat(120_000)],
  ['tables', '<table><tr><td>'.repeat(60_000)],
  ['links', '<a href="x">'.repeat(40_000)],
  ['brackets of CSS', `<style>a{b:${'('.repeat(300_000)}</style><p style="a:${'calc('.repeat(50_000)}">`],
  [
    'selectors that take many steps',
    `<style>${'x div div div div div i{font-size:6px}'.repeat(100)}${'b~b~b~b~u{font-size:6px}'.repeat(100)}</style>${'<div>'.repeat(900)}${'<b></b><i></i>'.repeat(20_000)}`,
  ],
  ['blocks of CSS', `<style>${'a{'.repeat(200_000)}</style>`],
  ['placeholders', '{{'.repeat(200_000) + '<%'.repeat(100_000)],
])('hundreds of thousands of nested %s are checked in seconds', { timeout: 10_000 }, (_what, body) => {
  const { counts } = checkMessage({
    subject: 'A',
    html: body,
    headers: {},
    contentIds: [],
    ignoredFields: [],
  });
  expect(counts.error).toBeGreaterThan(0);
});
