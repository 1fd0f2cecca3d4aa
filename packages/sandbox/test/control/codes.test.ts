import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { call } from '../harness.ts';
import { codeMails } from './code-mails.ts';
import unseen from './one-time-passwords.json' with { type: 'json' };

test('codes(): of 60 mails in many languages, none has a wrong code, and every code is found', async () => {
  const sandbox = createSandbox();
  const found = [];
  for (const { codes: _codes, ...mail } of codeMails) {
    expect((await send(sandbox, { html: undefined, text: undefined, ...mail })).outcome).toBe('201');
    const codes = sandbox.mailbox.latest()?.codes();
    found.push({ ...mail, codes });
    const { json } = await call(sandbox, 'GET', '/_sandbox/messages/latest');
    expect(json).toMatchObject({ codes });
  }
  expect(codeMails).toHaveLength(60);
  expect(found).toEqual(codeMails);
});

// The words of the sandbox are from other texts than these phrases.
test('codes(): 156 of 174 names that other projects give a one-time password are found, whatever their order and endings', async () => {
  const found = unseen.flatMap((project) => Object.values(project.found).flat());
  const unfound = unseen.flatMap((project) => project.missed);
  expect([found.length, unfound.length]).toEqual([156, 18]);
  const missed = [];
  for (const phrase of [...found, ...unfound]) {
    const sandbox = createSandbox();
    // In capitals, so that the phrase must name a code: other words of such mail are not enough.
    for (const text of [`${phrase}: MKRTQZ`, `${phrase}\n\nMKRTQZ`])
      await send(sandbox, { html: undefined, text });
    const codes = sandbox.mailbox.list().map((message) => message.codes());
    if (codes.some(([code]) => code !== 'MKRTQZ')) missed.push(phrase);
  }
  expect(missed).toEqual(unfound);
});
