import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { send } from '../conformance/emails.ts';
import { call } from '../harness.ts';
import { codeMails } from './code-mails.ts';

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
