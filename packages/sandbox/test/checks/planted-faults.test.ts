import { readFileSync } from 'node:fs';
import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';

const gallery = (name: string) => readFileSync(new URL(`gallery/${name}.txt`, import.meta.url), 'utf8');
const whole = gallery('react-email');

async function findingsIn(email: object) {
  const sandbox = createSandbox();
  expect((await send(sandbox, { text: 'Hello', ...email })).outcome).toBe('201');
  const message = sandbox.mailbox.latest();
  return (await message?.check())?.findings ?? [];
}

test.for(['mjml', 'react-email'])('a mail as %s renders it has nothing above advice', async (name) => {
  const findings = await findingsIn({ html: gallery(name) });
  expect(findings.filter(({ severity }) => severity !== 'advice')).toEqual([]);
});

/** What goes wrong with templates: the text of a good mail, and what stands there instead. */
const faults = [
  ['Hello Grace', 'Hello undefined'],
  ['Hello Grace', 'Hello null'],
  ['Hello Grace', 'Hello [object Object]'],
  ['Hello Grace', 'Hello {name}'],
  ['Hello Grace', 'Hello {{name}}'],
  ['Hello Grace', 'Hello {{ user.name | upcase }}'],
  ['Hello Grace', 'Hello %s'],
  ['Hello Grace', 'Hello %recipient.name%'],
  ['Hello Grace', 'Hello *|FNAME|*'],
  ['Hello Grace', 'Hello ${name}'],
  ['Hello Grace', 'Hello &lt;%= name %&gt;'],
  ['Hello Grace', 'Hello [[name]]'],
  ['to Acme', 'to { appName }'],
  ['Total: 12', 'Total: NaN'],
  ['4 May 2026', 'Invalid Date'],
  ['https://acme.example/confirm', 'https://acme.example/confirm?token=undefined'],
  ['https://acme.example/confirm', '/confirm'],
  ['https://acme.example/confirm', '#'],
  ['https://acme.example/confirm', ''],
  ['https://acme.example/confirm', 'http://acme.example/confirm'],
  ['https://acme.example/confirm', 'https:/acme.example/confirm'],
  ['https://acme.example/logo.png', 'logo.png'],
  ['https://acme.example/logo.png', 'cid:logo'],
  ['alt="Acme"', ''],
  ['lang="en"', ''],
  ['Hello Grace', '<script>track()</script>'],
  ['font-size:14px', 'font-size:8px'],
] as const;

test('each of 27 planted faults is found, and nothing else', async () => {
  expect(faults).toHaveLength(27);
  const before = new Set((await findingsIn({ html: whole })).map(({ message }) => message));
  const missed = [];
  for (const [good, bad] of faults) {
    expect(whole).toContain(good);
    const html = whole.replace(good, bad).replaceAll('&lt;%', '<%').replaceAll('%&gt;', '%>');
    const found = (await findingsIn({ html })).filter(({ message }) => !before.has(message));
    if (found.length === 0) missed.push(bad);
  }
  expect(missed).toEqual([]);
});
