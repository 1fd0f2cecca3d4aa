import { expect, test } from 'vitest';
import { Mailrig, type SendEmailParams } from '../src/index.ts';
import { connect, email, failureOf } from './client.ts';

/** What JavaScript callers, and people who skip the types, pass by mistake. */
const calls: readonly (readonly [string, (mail: Mailrig) => PromiseLike<unknown>, string])[] = [
  [
    'several recipients in one text',
    (mail) => mail.emails.send({ ...email, to: 'a@x.test, b@x.test' }),
    'pass an array',
  ],
  [
    'several copies in one text',
    (mail) => mail.emails.send({ ...email, cc: 'a@x.test;b@x.test' }),
    'pass an array',
  ],
  [
    'several in one item',
    (mail) => mail.emails.send({ ...email, bcc: ['a@x.test b@x.test'] }),
    'one address in each item',
  ],
  [
    'several senders',
    (mail) => mail.emails.send({ ...email, from: 'a@x.test, b@x.test' }),
    'one email address, not several',
  ],
  [
    'an @ in a name',
    (mail) => mail.emails.send({ ...email, from: 'Ada @ Acme <ada@x.test>' }),
    'must have its name in quotes',
  ],
  [
    'an address for a name',
    (mail) => mail.emails.send({ ...email, from: 'ada@x.test <ada@x.test>' }),
    'must have its name in quotes',
  ],
  [
    'an array of emails',
    (mail) => mail.emails.send([email] as unknown as SendEmailParams),
    'emails.sendMany',
  ],
  [
    'an array of addresses',
    (mail) => mail.verification.verify(['a@x.test'] as unknown as string),
    'verifyMany',
  ],
  ['several addresses to verify', (mail) => mail.verification.verify('a@x.test, b@x.test'), 'verifyMany'],
  ['an array of lists', (mail) => mail.lists.create([] as never), 'not an array'],
  [
    'an array of ids',
    (mail) => mail.contacts('lst_1').get(['con_1'] as never),
    'must be a string, not an array',
  ],
  [
    'an array in one field',
    (mail) => mail.emails.send({ ...email, from: ['a@x.test'] as never }),
    'not an array',
  ],
  ['an array of contacts', (mail) => mail.contacts('lst_1').create([] as never), 'importMany'],
  [
    'one address for a batch',
    (mail) => mail.verification.createBatch('a@x.test' as never),
    'must be an array',
  ],
];

test.each(calls)('%s: the error says what to do instead', async (_, call, words) => {
  const { mail, sandbox } = connect();
  const error = await failureOf(Promise.resolve(call(mail)));
  expect(error.message).toContain(words);
  expect(error).toMatchObject({ outcome: 'not-sent', attempts: 0 });
  expect(sandbox.requests.count()).toBe(0);
});

test.each(['timeout', 'totalTimeout'] as const)(
  'a %s that looks like seconds is said to be in milliseconds',
  async (limit) => {
    const { mail, sandbox } = connect({ [limit]: 30, maxRetries: 0 });
    sandbox.faults.add({ effect: { network: 'hang' } });
    expect((await failureOf(mail.emails.send(email))).message).toContain(`${limit} is in milliseconds`);
  },
);

test('a maxRetryAfter that looks like seconds is said to be in milliseconds', async () => {
  const { mail, sandbox } = connect({ maxRetryAfter: 60 });
  sandbox.faults.add({ effect: { status: 503, retryAfter: 2 } });
  expect((await failureOf(mail.emails.send(email))).message).toContain(
    'maxRetryAfter (60 ms, which is in milliseconds)',
  );
});

test("a sandbox's address without its fetch is explained", async () => {
  const { sandbox } = connect();
  const { apiKey, baseUrl } = sandbox.clientOptions();
  const error = await failureOf(new Mailrig({ apiKey, baseUrl, maxRetries: 0 }).emails.list());
  expect(error.message).toContain('new Mailrig(sandbox.clientOptions())');
  expect(error.outcome).toBe('not-sent');
});
