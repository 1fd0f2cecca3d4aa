import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';

/** Sends a body and returns the captured message. */
async function captured(body: { readonly html?: string; readonly text?: string }) {
  const sandbox = createSandbox();
  await send(sandbox, { html: undefined, ...body });
  const [message] = sandbox.mailbox.list();
  if (!message) throw new Error('Nothing was captured.');
  return message;
}

test.for([
  ['Go to https://x.example/v?t=1.', ['https://x.example/v?t=1']],
  ['(see https://x.example/a.)', ['https://x.example/a']],
  ['https://x.example/a_(b), then https://x.example/c?!', ['https://x.example/a_(b)', 'https://x.example/c']],
  ['[a](https://x.example/a) [b](https://x.example/b)', ['https://x.example/a', 'https://x.example/b']],
  ['**https://x.example/a** `https://x.example/b`', ['https://x.example/a', 'https://x.example/b']],
  ['https://x.example/?token=a，有效期30分钟。', ['https://x.example/?token=a']],
  ['点击https://x.example/a完成「https://x.example/b」', ['https://x.example/a', 'https://x.example/b']],
  [
    'https://x.example/a، https://x.example/b। “https://x.example/c”…',
    ['https://x.example/a', 'https://x.example/b', 'https://x.example/c'],
  ],
  ['https://x.example/?filter[name]=x&p[]=1', ['https://x.example/?filter[name]=x&p[]=1']],
  ["https://x.example/o'brien", ["https://x.example/o'brien"]],
  ['HTTPS://X.EXAMPLE', ['HTTPS://X.EXAMPLE']],
  ['https://x.example/a** and https://x.example/b`', ['https://x.example/a', 'https://x.example/b']],
  ['_https://x.example/a_', ['https://x.example/a']],
  ['~~https://x.example/a~~', ['https://x.example/a']],
  ['_Link: https://x.example/a_', ['https://x.example/a']],
  ['_Link_: https://x.example/a_', ['https://x.example/a_']],
  ['https://x.example/?token=a_', ['https://x.example/?token=a_']],
  ['(https://x.example/a）', ['https://x.example/a']],
  ['https://x.example/a\u200b', ['https://x.example/a']],
  ['👉https://x.example/a👈🏽 or https://x.example/💌', ['https://x.example/a', 'https://x.example/💌']],
  ['|https://x.example/a|b|', ['https://x.example/a']],
  ['https://x.example/a|b and https://x.example/c|', ['https://x.example/a|b', 'https://x.example/c']],
  ['http://my_app:3000/a_b?t=1.', ['http://my_app:3000/a_b?t=1']],
  ['www.x.example mailto:a@x.example ftp://x.example', []],
] as const)('links(): %s gives %j, without surrounding punctuation', async ([text, links]) => {
  expect((await captured({ text })).links()).toEqual(links);
});

test.for([
  ['<a href="https://x.example/?a=1&amp;b=2">a</a>', 'https://x.example/?a=1&b=2'],
  ["<a class=x href='https://x.example/?q=&#39;&quot;&#x26;'>a</a>", `https://x.example/?q='"&`],
  ['<a href=https://x.example/a>a</a>', 'https://x.example/a'],
  [
    '<A title="a > b" HREF = https://x.example/caf&eacute;?a=1&copy=2>a</A>',
    'https://x.example/café?a=1&copy=2',
  ],
  ['<a href="https://x.example/Foo_(bar)">a</a>', 'https://x.example/Foo_(bar)'],
  [
    '<!-- <a href="https://x.example/1"> --><style><a href="https://x.example/2"></style><a href="https://x.example/3" href="https://x.example/4">',
    'https://x.example/3',
  ],
  ['<abbr href="https://x.example/2"></a href="x"><a\nhref=y>', 'y'],
  ['<area href=" https://x.example/1\n">', 'https://x.example/1'],
  ['<p>Paste https://x.example/reset?token=abc</p>', 'https://x.example/reset?token=abc'],
  ['<a href="https://x.example/1">https://x.example/1</a> or https://x.example/1', 'https://x.example/1'],
] as const)('links(): %s gives %s', async ([html, link]) => {
  expect((await captured({ html })).links()).toEqual([link]);
});

test('codes(): content that is not shown has none', async () => {
  const html =
    '<style>.code{top:1234}</style><!-- code 2345 --><script>code=3456</script>Code: <i title="code 5678">6789</i>';
  expect((await captured({ html })).codes()).toEqual(['6789']);
});

test('codes(): a character reference is a character, not a code', async () => {
  const message = await captured({
    html: '<p>It&#8217;s code &#x31;234 for you, or PIN &#39;98765&#39;</p>',
  });
  expect(message.codes()).toEqual(['1234', '98765']);
});

test('a wait that found nothing says that the clock is frozen, if something is planned', async () => {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });
  const delivered = () => sandbox.mailbox.waitFor({ status: 'delivered' }, { timeout: 1 });
  await expect(delivered()).rejects.not.toThrow('frozen');
  await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'ada@example.com', to: ['bob@example.org'], subject: 'Hi', text: 'Hi' }),
  });
  await expect(delivered()).rejects.toThrow(
    /The sandbox's clock is frozen, and the next event is planned for 2026-01-31T09:00:\S+: advance it\.$/,
  );
  sandbox.clock.runUntilIdle();
  await expect(delivered()).resolves.toMatchObject({ status: 'delivered' });
});

test('a wait that found nothing names the latest sends that failed, and why', async () => {
  const sandbox = createSandbox();
  const wait = () => sandbox.mailbox.waitFor({ to: 'bob@example.org' }, { timeout: 1 });
  await expect(wait()).rejects.toThrow(/The mailbox is empty\.$/);
  await send(sandbox, { from: 'ada@elsewhere.org' });
  await expect(wait()).rejects.toThrow(
    'The mailbox is empty.\n1 request to send an email failed:\n' +
      '  bob@example.net, Hello: 400 FROM_DOMAIN_MISMATCH: from must be an address at example.com',
  );
  sandbox.faults.add({ operation: 'sendEmail', times: 1, effect: { network: 'reset' } });
  await send(sandbox).catch(() => undefined);
  await send({ ...sandbox, liveApiKey: 'sk_live_unknown' });
  await send(sandbox, { to: 'nobody' });
  await expect(wait()).rejects.toThrow(
    /4 requests to send an email failed; the latest 3:\n.*400 .*\n.*401 UNAUTHORIZED: .*\n.*fault: connection reset$/,
  );
});

test('a filter of a mailbox takes patterns, and each search begins at the start of the text', async () => {
  const sandbox = createSandbox();
  for (const name of ['ada', 'bob', 'eve']) {
    await send(sandbox, { to: [`${name}@example.org`], subject: `Order ${name.length}-${name}` });
  }
  const { mailbox } = sandbox;
  expect(mailbox.list({ to: /^(ada|bob)@/g }).map(({ to }) => to[0])).toEqual([
    'bob@example.org',
    'ada@example.org',
  ]);
  expect(mailbox.latest({ subject: /^Order \d-a/ })?.to).toEqual(['ada@example.org']);
  expect([mailbox.count(), mailbox.count({ subject: /bob$/ }), mailbox.count({ from: /nobody/ })]).toEqual([
    3, 1, 0,
  ]);
  expect((await mailbox.waitFor({ to: /^EVE@/i })).to).toEqual(['eve@example.org']);
  await expect(mailbox.waitFor({ to: /nobody/i }, { timeout: 1 })).rejects.toThrow(
    'No message matched {"to":"/nobody/i"} within 1 ms.',
  );
  mailbox.clear({ to: /^(ada|eve)@/ });
  expect(mailbox.count()).toBe(1);
});

test(
  'by default, a wait ends before the five seconds that Vitest and Jest give a test',
  { timeout: 5_000 },
  async () => {
    await expect(createSandbox().mailbox.waitFor()).rejects.toThrow(
      'No message matched {} within 4s. The mailbox is empty.',
    );
  },
);
