import { describe, expect, test } from 'vitest';
import { connect, email } from './client.ts';

test('smoke', async () => {
  const { mail, sandbox } = connect({}, { rateLimit: false });
  const run = mail.emails.sendMany(Array.from({ length: 500 }, (_, i) => ({ ...email, to: `r${i}@example.org` })));
  const results = [];
  for await (const r of run) results.push(r);
  expect(results).toHaveLength(500);
  expect(sandbox.mailbox.list().length).toBe(500);
  expect(run.summary).toMatchObject({ succeeded: 500, failed: 0 });
  const list = await mail.lists.create({ name: 'x' });
  const imp = mail.contacts(list.id).importMany([{ email: 'a@example.org' }, { email: 'A@example.org' }, { email: 'nope' } ]);
  const rs = [];
  for await (const r of imp) rs.push(r);
  console.log(rs, imp.summary);
});
