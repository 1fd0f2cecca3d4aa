import { readFileSync } from 'node:fs';
import { createSandbox, type EmailChecks } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/checks.ts';
import { send } from '../conformance/emails.ts';
import { arabic, generated, newsletter } from './good-email.ts';

/** Sends an email and checks it. */
async function checkOf(fields: object, options: object = {}): Promise<EmailChecks> {
  const sandbox = createSandbox();
  expect((await send(sandbox, fields)).outcome).toBe('201');
  return await sandbox.mailbox.get(sandbox.mailbox.latest()?.id ?? '').check(options);
}

/** The findings of one check, as `line:column message`. */
async function findingsOf(check: string, fields: object, options: object = {}): Promise<string[]> {
  const { findings } = await checkOf({ text: 'Hello', ...fields }, options);
  return findings
    .filter((finding) => finding.check === check)
    .map(({ line, column, message }) => `${line ?? '-'}:${column ?? '-'} ${message}`);
}

const rows: readonly (readonly [check: string, fields: object, starts: readonly string[]])[] = [
  ['unresolved-variable', { html: 'Hi\n {{ name }}!' }, ['2:2 {{ name }} was not replaced.']],
  ['unresolved-variable', { html: '<a href="/x/{{id}}">A</a>' }, ['1:13 {{id}} was not replaced.']],
  [
    'unresolved-variable',
    { html: '<%= name %> *|FNAME|* %%city%% {% if a %}' },
    ['1:1', '1:13', '1:23', '1:32'],
  ],
  ...[
    { text: 'Dear Nan, that is an invalid date. See [read_me].' },
    { subject: '[acme_web] Build passed' },
    { subject: '[ACME_WEB] Build passed' },
    { subject: '[FIRST_ID] deploy' },
    { text: 'Send it to /users/{id}/mails, or write `{name}` in it. It costs $20, in $HOME or for $AAPL.' },
    { text: 'Write to @ada or ada@example.org, ## not a title ##' },
    { html: '<code>{{name}}</code> <pre><b>{{name}}</b></pre>' },
    { text: 'Match a{1,3} or b{2}, see [1] and [First Name](https://a.example)' },
  ].map((fields) => ['unresolved-variable', fields, []] as const),
  ['unresolved-variable', { text: 'Hi {0}' }, ['1:4 {0} was not replaced.']],
  ['unresolved-variable', { text: 'Hi [First Name]' }, ['1:4 [First Name] was not replaced.']],
  ['unresolved-variable', { text: 'Hi [FIRST_NAME]' }, ['1:4 [FIRST_NAME] was not replaced.']],
  ['unresolved-variable', { text: 'Total NaN' }, ['1:7 A missing or invalid value was printed as NaN.']],
  ['unresolved-variable', { subject: '[FIRST_NAME] welcome' }, ['1:1 [FIRST_NAME] was not replaced.']],
  ['unresolved-variable', { html: 'Hi &lt;%= name %&gt;' }, ['1:4 <%= name %> was not replaced.']],
  ['unresolved-variable', { html: '&#123;&#123;name&#125;&#125;' }, ['1:1 {{name}} was not replaced.']],
  [
    'unresolved-variable',
    { html: 'Ada&amp;nbsp;Lovelace' },
    ['1:4 &nbsp; is written as &amp;nbsp;, so readers see the entity. Escape it once.'],
  ],
  ...[
    '[FIRSTNAME]',
    '[Name]',
    '%(name)s',
    '{First Name}',
    '{name}',
    '##name##',
    '@name@',
    '$first_name',
    '$userName',
  ].map(
    (name) => ['unresolved-variable', { text: `Hi ${name},` }, [`1:4 ${name} was not replaced.`]] as const,
  ),
  ...['&amp;euro;', 'caf&amp;eacute;', '&amp;raquo;'].map(
    (html) => ['unresolved-variable', { html }, ['1:']] as const,
  ),
  ['unresolved-variable', { html: 'Q&amp;A; AT&amp;T; <tt>{{name}}</tt> <var>{x}</var>' }, []],
  ['unresolved-variable', { text: 'The column [Name] of the table' }, []],
  ['unresolved-variable', { text: 'Hi [[FIRST_NAME]]' }, ['1:4 [[FIRST_NAME]] was not replaced.']],
  ['unresolved-variable', { html: '<a href="[unsubscribe]">A</a>' }, ['1:10 [unsubscribe] was not']],
  ['link-relative', { html: '<a href="[unsubscribe]">A</a>' }, []],
  ['text-tiny', { html: '<td style="font-size:6px"><img alt="" src="https://a.example/i.png"></td>' }, []],
  ['text-tiny', { html: '<td style="font-size:6px"><p style="font-size:16px">Text</p></td>' }, []],
  ['text-tiny', { html: '<td style="font-size:6px">&nbsp;</td>' }, []],
  ['text-tiny', { html: '<td style="font-size:6px">&#8202;&#x2007;&#65279;</td>' }, []],
  ['text-tiny', { html: '<p style="font-size:9px">Text</p>' }, ['1:21 Text is smaller than 10 px.']],
  ['text-tiny', { html: '<p style="font-size:10px">Text</p>' }, []],
  ['text-tiny', { html: '<p style="font-size:1px">Text of 0 or 1 px is hidden on purpose</p>' }, []],
  ['text-tiny', { html: '<div style="font-size:6px;display:none"><b>A</b></div>' }, []],
  ['text-tiny', { html: '<div style="font-size:6px"><b>A</b></div>' }, ['1:']],
  ['link-insecure', { html: '<a href="http://192.168.1.1/">Router</a>' }, []],
  ['link-insecure', { html: '<a href="http://172.32.0.1/">Server</a>' }, ['1:']],
  ['link-insecure', { html: '<a href="http://100.64.0.1/">A</a><a href="http://nas.lan">B</a>' }, []],
  ['link-insecure', { html: '<a href="http://100.128.0.1/">Server</a>' }, ['1:']],
  ['unresolved-variable', { html: '<!-- {{a}} --><style>{{b}}</style>' }, []],
  ['unresolved-variable', { subject: 'Hi ${name}' }, ['1:4 ${name} was not replaced.']],
  ['unresolved-variable', { text: 'Hi\n[object Object]' }, ['2:1 An object was printed']],
  [
    'unresolved-variable',
    { html: '<a href="https://a.example/?t=undefined&u=1">A</a>' },
    ['1:31 An address contains undefined.'],
  ],
  ['unresolved-variable', { html: 'The value is undefined or null' }, []],
  ['unresolved-variable', { html: '<code>undefined</code>, 50%off, %20x' }, []],
  ['unresolved-variable', { html: '<a href="https://a.example/%e2quote%20">A</a>' }, []],
  [
    'unresolved-variable',
    { text: 'Confirm:\nhttps://a.example/?t=undefined. Or null, or https://a.example/nullable' },
    ['2:22 An address contains undefined.'],
  ],
  [
    'field-ignored',
    { headers: { 'reply-to': 'ada@example.com', 'X-Any': 'a' }, variables: { any: 1 }, reply_to: 'x' },
    [
      '-:- The service ignored reply_to.',
      '-:- The service ignored headers.reply-to.',
      '-:- The service ignored variables.',
    ],
  ],
  ['field-ignored', { headers: { 'X-Any': 'a' } }, []],
  ['subject-empty', { subject: ' ' }, ['-:- The subject is empty.']],
  ['subject-long', { subject: 'é'.repeat(61) }, ['-:- The subject has 61 characters.']],
  ['subject-long', { subject: '😀'.repeat(60) }, []],
  ['text-missing', { text: undefined }, ['-:- The message has no plain text.']],
  ['text-missing', { html: undefined }, []],
  ['size-clipped', { html: 'é'.repeat(52_225) }, ['-:- The HTML has 104,450 bytes.']],
  ['size-clipped', { html: 'e'.repeat(104_448) }, []],
  ['size-near-clipping', { html: 'e'.repeat(104_448) }, ['-:- The HTML has 104,448 bytes.']],
  [
    'link-empty',
    { html: '<a href>A</a><a href="#">B</a>\n<a href="javascript:x()">C</a>' },
    ['1:4', '1:23', '2:10'],
  ],
  [
    'link-empty',
    { html: '<a href="#top">A</a><a href="#b">B</a><p id="b"><a name="c" href="#c">C</a></p>' },
    [],
  ],
  [
    'link-empty',
    { html: '<a href="#gone">A</a><a href="file:///a">B</a><a href="data:text/html,x">C</a>' },
    ['1:10 A link to "#gone" leads nowhere.', '1:31', '1:56'],
  ],
  [
    'link-invalid',
    { html: '<a href="https:/a.example">A</a><a href="http://https://a">B</a>' },
    ['1:10', '1:42'],
  ],
  [
    'link-invalid',
    { html: '<a href="mailto:bob">A</a><a href="tel:call">B</a><a href="https://a b">C</a>' },
    ['1:10', '1:36', '1:60'],
  ],
  [
    'link-invalid',
    { html: '<a href="https://{{host}}">A</a><a href="tel:+49 30">B</a><a href="https://[::1]/">C</a>' },
    [],
  ],
  ['link-invalid', { html: '<a href="mailto:bob%40a.example">A</a>' }, []],
  ['link-invalid', { html: '<a href="http://printer/jobs">A</a>' }, []],
  ['link-insecure', { html: '<a href="http://printer/jobs">A</a>' }, []],
  ['link-relative', { html: '<a href="/account">A</a><a href="www.a.example">B</a>' }, ['1:10', '1:34']],
  [
    'link-insecure',
    { html: '<a href="http://a.example">A</a>' },
    ['1:10 A link to "http://a.example" is not encrypted.'],
  ],
  ['link-insecure', { html: '<img src="http://a.example/a.png">' }, ['1:11 An image']],
  ['link-insecure', { html: '<table background="http://a.example/a.png"></table>' }, ['1:20 An image']],
  ['link-insecure', { html: '<a href="http://localhost:3000">A</a><a href="http://app.test">B</a>' }, []],
  [
    'link-nameless',
    { html: '<a href="https://a.example"><img src="https://a.example/a.png" alt=""> </a>' },
    ['1:1 A link to "https://a.example" has no text.'],
  ],
  [
    'link-nameless',
    { html: '<a href="https://a.example"><img alt="A"></a><a href="https://b.example" aria-label="B"></a>' },
    [],
  ],
  [
    'link-nameless',
    {
      html: '<a href="https://a.example"><svg><title>A</title></svg></a><a href="https://b.example"><i aria-label="B"></i></a>',
    },
    [],
  ],
  [
    'link-vague',
    { html: '<a href="https://a.example">Click <b>here</b> →</a>' },
    ['1:1 The link text "Click here →"'],
  ],
  ['link-vague', { html: '<a href="https://a.example">こちら</a>' }, ['1:1 The link text "こちら"']],
  [
    'image-source',
    { html: '<img><img src="/a.png"><img src="cid:logo"><img src="file:///a.png">' },
    ['1:1', '1:16', '1:34 No attachment has the content id', '1:54 An image cannot load from'],
  ],
  [
    'image-alt',
    { html: '<img src="a"><img alt=""><img aria-hidden="true"><img role="presentation">' },
    ['1:1 An image has no alt text.'],
  ],
  ['language-missing', { html: '\n<p>Hello</p>' }, ['2:1 The language of the text is not stated.']],
  ['language-missing', { html: '<p lang="en">Hello</p>' }, []],
  [
    'table-role',
    { html: '<table><tr><td><table role="none"></table></td></tr></table>' },
    ['1:1 A table without headers'],
  ],
  ['table-role', { html: '<table><tr><th>A</th></tr></table>' }, []],
  [
    'heading-order',
    { html: '<h2>A</h2><h3>B</h3><h1>C</h1><h4>D</h4>' },
    ['1:31 A heading <h4> follows <h1>.'],
  ],
  [
    'text-tiny',
    { html: '<p style="color: red;\n font-size: 6pt">A</p><style>p { font-size: 9.5px }</style>' },
    ['2:13 Text is smaller'],
  ],
  [
    'text-tiny',
    { html: '<p style="font-size: 1px">A</p><p style="display: none; font-size: 5px">B</p>' },
    [],
  ],
  [
    'unsubscribe-missing',
    { html: '<a href="https://a.example">Unsubscribe</a>' },
    ['-:- The message looks like bulk mail'],
  ],
  ['unsubscribe-missing', { headers: { Precedence: 'bulk' } }, ['-:- The message looks like bulk mail']],
  ['unsubscribe-missing', { text: '配信停止はこちら' }, ['-:- The message looks like bulk mail']],
  ['unsubscribe-missing', { text: 'Adopt outdoor cats' }, []],
  ['unsubscribe-missing', { html: '<!-- UNSUBSCRIBE --><p>Hello</p>' }, []],
  ['script-removed', { html: '\n<script>alert(1)</script>' }, ['2:1 A script does not run.']],
  [
    'script-removed',
    { html: '<!-- <script></script> --><script type="application/ld+json">{}</script>' },
    [],
  ],
  [
    'unsubscribe-one-click',
    { headers: { 'list-unsubscribe': '<https://a.example>' } },
    ['-:- Clients cannot unsubscribe'],
  ],
  [
    'unsubscribe-invalid',
    { headers: { 'List-Unsubscribe': 'https://a.example' } },
    ['-:- List-Unsubscribe is "https://a.example".'],
  ],
  [
    'client-support',
    { html: '<p style="color: red;\n  border-radius: 4px">A</p>' },
    ['2:3 No support for border-radius in Outlook (windows, windows-mail).'],
  ],
  ['client-support', { html: '<style>\n.a { display: grid }</style>' }, ['2:15 No support for display:grid']],
  ['client-partial', { html: '<p style="margin: 0">A</p>' }, ['1:11 Only partial support for margin']],
];

describe('the checks of a message', () => {
  test.each(rows)('%s: %j has %j', async (check, fields, starts) => {
    const found = await findingsOf(check, fields);
    expect(found).toEqual(starts.map((start) => expect.stringContaining(start)));
    expect(found.every((text, at) => text.startsWith(starts[at] ?? ''))).toBe(true);
  });

  test('each has an example above', () => {
    expect(Object.keys(checks).filter((name) => !rows.some(([check]) => check === name))).toEqual([]);
  });

  test('each is named in the guide', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/checks.md', import.meta.url), 'utf8');
    expect(Object.keys(checks).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  test.each([
    ['a newsletter of tables', newsletter],
    ['a mail in Arabic', arabic],
    ['what MJML and React Email write', generated],
    ['a mail without HTML', { html: undefined, text: 'Your code is 123456' }],
  ])('find nothing but advice in %s', async (_what, email) => {
    const { passed, findings, counts } = await checkOf(email);
    expect(findings.filter(({ severity }) => severity !== 'advice')).toEqual([]);
    expect(findings.every(({ check }) => check.startsWith('client-'))).toBe(true);
    expect(passed).toBe(true);
    expect(counts.advice).toBe(findings.length);
  });

  test('know the content ids of inline attachments, and the same words are one finding with several places', async () => {
    const html = '<p style="gap: 1px">A</p>\n'.repeat(150);
    const { findings } = await checkOf({ html });
    const gap = findings.find(({ feature }) => feature === 'css-gap');
    expect(gap).toMatchObject({
      line: 1,
      column: 11,
      count: 150,
      url: 'https://www.caniemail.com/features/css-gap/',
    });
    expect(gap?.positions).toHaveLength(100);
    expect(gap?.positions[99]).toEqual({ line: 100, column: 11 });
  });
});

describe('the clients', () => {
  const html = '<p lang="en" style="border-radius: 4px; accent-color: red">A</p>';

  test.each([
    ['css-display-flex', '<p style="DISPLAY: Inline-Flex">'],
    ['css-function-clamp', '<p style="width: clamp(1px, 2vw, 3px)">'],
    ['css-unit-vw', '<p style="width: clamp(1px, 2vw, 3px)">'],
    ['css-variables', '<p style="color: var(--main)">'],
    ['css-sytem-ui', '<p style="font-family: Arial, system-ui">'],
    ['css-intrinsic-size', '<p style="width: max-content !important">'],
    ['css-at-font-face', '<style>@font-face { font-family: A }</style>'],
    [
      'css-at-media-prefers-color-scheme',
      '<style>@media (prefers-color-scheme: dark) { p { color: red } }</style>',
    ],
    ['css-at-media-hover', '<style>@media screen and (hover) { p { color: red } }</style>'],
    ['css-pseudo-class-nth-child', '<style>p:nth-child(2) { color: red }</style>'],
    ['css-pseudo-element-before', '<style>p::before { content: "" }</style>'],
    ['css-selector-child', '<style>div > p { color: red }</style>'],
    ['css-selector-attribute', '<style>a[href] { color: red }</style>'],
    ['css-nesting', '<style>p { & a { color: red } }</style>'],
    ['css-margin-inline-block', '<p style="margin-inline: 1px">'],
    ['html-video', '<video src="https://a.example/a.mp4"></video>'],
    ['html-semantics', '<nav>A</nav>'],
    ['html-srcset', '<img srcset="https://a.example/a.png 2x">'],
    ['html-input-text', '<input type="TEXT">'],
    ['html-anchor-links', '<a href="#top">A</a>'],
    ['image-webp', '<img src="https://a.example/a.webp?width=2">'],
    ['image-base64', '<img src="data:image/png;base64,AA">'],
  ])('that lack %s are named for %s', async (feature, html) => {
    const { findings } = await checkOf({ html }, { clients: ['*'] });
    const found = findings.find((finding) => finding.feature === feature);
    expect(found?.clients?.length).toBeGreaterThan(0);
  });

  test('that lack a selector are named at the rule which has it, in a style sheet of any length', async () => {
    for (const filler of ['', `.unused { color: red }\n`.repeat(1_000)]) {
      const html = `<style>\n${filler}p { color: red }\ndiv p { color: red }\n</style><p>A</p>`;
      const { findings } = await checkOf({ html }, { clients: ['*'] });
      const found = findings.find(({ feature }) => feature === 'css-selector-descendant');
      expect(found?.positions).toEqual([{ line: filler.split('\n').length + 2, column: 1 }]);
    }
  });

  test('are silent about what is only in a comment for Outlook', async () => {
    const html = '<!--[if mso]><video></video><p style="gap: 1px"><![endif]--><p>A</p>';
    const { findings } = await checkOf({ html }, { clients: ['*'] });
    expect(findings.flatMap(({ feature }) => feature ?? [])).toEqual([]);
  });

  test('can be chosen by name, family and pattern; a feature that half of them lack is a warning', async () => {
    const { clients, passed, findings } = await checkOf(
      { html, text: 'A' },
      { clients: ['outlook.windows*', 'gmail.ios', 'hey'] },
    );
    expect(clients).toEqual(['gmail.ios', 'hey.desktop-webmail', 'outlook.windows', 'outlook.windows-mail']);
    expect(passed).toBe(false);
    expect(findings[0]).toMatchObject({
      check: 'client-support',
      severity: 'warning',
      clients: ['outlook.windows', 'outlook.windows-mail'],
    });
  });

  test('that lack styles from another address are a warning, because the message looks different without them', async () => {
    const html = `<p lang="en">A</p><link rel="stylesheet" href="https://a.example/a.css">
<style>@import "https://a.example/b.css";</style>`;
    const { findings } = await checkOf({ html, text: 'A' });
    const warnings = findings.filter(({ severity }) => severity === 'warning');
    expect(warnings.map(({ feature, line }) => [feature, line])).toEqual([
      ['html-link', 1],
      ['css-at-import', 2],
    ]);
  });

  test('that lack a feature can be accepted, by feature or all together', async () => {
    const features = async (ignore: string[]) =>
      (await checkOf({ html, text: 'A' }, { ignore })).findings.map(({ feature }) => feature);
    expect(await features([])).toContain('css-border-radius');
    expect(await features(['css-border-radius'])).not.toContain('css-border-radius');
    expect(await features(['client-support', 'client-partial'])).toEqual([]);
  });

  test('have the support of their latest version: Outlook for Mac since it is counted in versions', async () => {
    const outlook = async (fields: string) =>
      (await checkOf({ html: `<p style="${fields}">A</p>` }, { clients: ['outlook.macos'] })).findings.map(
        ({ feature }) => feature,
      );
    expect(await outlook('display: grid')).not.toContain('css-display-grid');
  });
});

describe('an option that names nothing', () => {
  test.each([
    [{ clients: ['gmial.*'] }, 'clients has "gmial.*", which matches no client of aol, apple-mail'],
    [
      { ignore: ['image-alts'] },
      'ignore has no check or feature "image-alts": the checks are unresolved-variable',
    ],
    [{ failOn: 'fatal' }, 'failOn must be one of error, warning, advice'],
  ])('%j is refused', async (options, message) => {
    await expect(checkOf({}, options)).rejects.toThrow(message);
  });
});

test('a message passes at the severity that matters', async () => {
  const html = '<p>Hello</p>';
  expect((await checkOf({ html })).passed).toBe(false);
  expect((await checkOf({ html }, { failOn: 'error' })).passed).toBe(true);
});

test.each([
  ['<p style="font-size:16px;font-size:1rem;font-size:max(16px,1rem)">A</p>', 'css-function-max', 'advice'],
  ['<style>p{font-size:16px;font-size:max(16px,1rem)}</style><p>A</p>', 'css-function-max', 'advice'],
  ['<p style="font-size:max(16px,1rem)">A</p>', 'css-function-max', 'warning'],
])(
  'a feature that clients lack is advice if an earlier value remains: %s',
  async (html, feature, severity) => {
    const { findings } = await checkOf({ text: 'A', html });
    expect(findings.find((finding) => finding.feature === feature)).toMatchObject({ severity });
  },
);

test.each([
  '<p style="background:#123;background:linear-gradient(red,blue)">A</p>',
  '<table role="presentation" bgcolor="#123" style="background:linear-gradient(red,blue)"></table>',
  '<table role="presentation" width="600" style="width:min(100%,600px)"></table>',
  '<p style="background-color:#123;background-image:linear-gradient(red,blue)">A</p>',
  '<style>p{background:#123;background:linear-gradient(red,blue)}</style><p>A</p>',
  '<p style="margin:0 auto;margin-inline:auto">A</p>',
  '<style>@media (prefers-color-scheme:dark){p:not(.plain){color:red}}</style><p>A</p>',
  '<style>@media (prefers-color-scheme:dark){p{background:linear-gradient(red,blue)}}</style><p>A</p>',
  '<style>@media (hover){p:not(.plain)~a{color:var(--main)}}</style><p>A</p>',
])('a message that is complete without a feature has no warning about it: %s', async (html) => {
  const { findings } = await checkOf({ text: 'A', html: `<html lang="en">${html}</html>` });
  expect(findings.filter(({ severity }) => severity !== 'advice')).toEqual([]);
  expect(findings.map(({ check }) => check)).toContain('client-support');
});

test.each([
  ['<style>p:not(.plain){color:red}</style><p>A</p>', 'css-pseudo-class-not'],
  ['<p style="background:linear-gradient(red,blue)">A</p>', 'css-linear-gradient'],
])('a feature without a fallback has a warning if half of the clients lack it: %s', async (html, feature) => {
  const { findings } = await checkOf({ text: 'A', html }, { clients: ['outlook.windows'] });
  expect(findings.find((finding) => finding.feature === feature)).toMatchObject({ severity: 'warning' });
});
