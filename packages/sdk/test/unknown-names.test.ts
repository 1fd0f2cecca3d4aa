import { describe, expect, test } from 'vitest';
import { Mailrig, type RequestOptions } from '../src/index.ts';
import { fleetThrottle } from '../src/rate-limiter-flexible.ts';
import { connect, email, failureOf } from './client.ts';

// Wider types, because a compiler refuses these names too.
const typo = (name: string, value: unknown = 1): object => ({ [name]: value });

describe('options of the client', () => {
  test.each([
    ['key', 'apiKey'],
    ['baseURL', 'baseUrl'],
    ['retries', 'maxRetries'],
    ['time_out', 'timeout'],
    ['loglevel', 'logLevel'],
  ])('%s is refused, and %s suggested, without the value', (name, meant) => {
    expect(() => connect(typo(name, 'sk_live_secret'))).toThrow(
      `Mailrig: option ${name} is unknown: did you mean ${meant}?`,
    );
  });

  test('an option unlike all others is answered with the list of them', () => {
    expect(() => connect(typo('colour'))).toThrow(/option colour is unknown: choose from: .*apiKey, baseUrl/);
  });

  test('so are those of its parts', () => {
    expect(() => connect({ throttle: { limit: 5, ...typo('windowMs') } })).toThrow('did you mean window?');
    expect(() => fleetThrottle(() => ({}) as never, typo('nam'))).toThrow(
      'fleetThrottle: option nam is unknown: did you mean name?',
    );
  });

  test('a key alone is answered with the line to write, and not shown', () => {
    const key: unknown = 'sk_test_x';
    expect(() => new Mailrig(key as object)).toThrow(
      /^Mailrig: the options must be an object: write new Mailrig\(\{ apiKey, baseUrl \}\)$/,
    );
  });
});

describe('options of methods', () => {
  test('are refused before anything is sent, with the method and a suggestion', async () => {
    const { mail, sandbox } = connect();
    const wrong: object = typo('timout');
    const contacts = mail.contacts('lst_1');
    const calls: Readonly<Record<string, Promise<unknown>>> = {
      sendEmail: mail.emails.send(email, wrong),
      listEmails: mail.emails.list({}, wrong),
      waitFor: mail.emails.waitFor('msg_1', wrong),
      sendMany: mail.emails.sendMany([email], wrong).finish(),
      importMany: contacts.importMany([{ email: 'bob@example.org' }], wrong).finish(),
      verifyMany: mail.verification.verifyMany(['bob@example.org'], wrong).finish(),
      waitForBatch: mail.verification.waitForBatch('ver_1', wrong),
      upload: mail.attachments.upload(new Blob(['x']), wrong),
      put: mail.attachments.put({ uploadUrl: 'https://files.test/x' }, new Blob(['x']), wrong),
      createContact: contacts.upsert({ email: 'bob@example.org' }, wrong),
      'GET /api/v1/emails': mail.request('GET', '/api/v1/emails', {}, wrong),
    };
    for (const [operation, call] of Object.entries(calls)) {
      expect(await failureOf(call)).toMatchObject({
        code: 'INVALID_OPTIONS',
        outcome: 'not-sent',
        message: `${operation}: option timout is unknown: did you mean timeout?`,
      });
    }
    expect(() => mail.emails.changes(wrong)).toThrow('changes: option timout is unknown');
    await expect(mail.emails.list().toArray(typo('maximum'))).rejects.toThrow('choose from: max');
    expect(sandbox.requests.count()).toBe(0);
  });

  test('options of one method are no options of another', async () => {
    const { mail } = connect();
    const options: RequestOptions = { ...typo('pollInterval') };
    expect((await failureOf(mail.emails.send(email, options))).message).toContain('pollInterval is unknown');
    const sent = await mail.emails.send(email);
    await expect(mail.emails.waitFor(sent, { pollInterval: 100, until: 'queued' })).resolves.toBeDefined();
  });
});

describe('fields of requests', () => {
  test.each([
    ['reply_to', 'replyTo'],
    ['template', 'templateId'],
    ['Subject', 'subject'],
    ['attachment_ids', 'attachmentIds'],
    ['atachments', 'attachments'],
  ])('%s is refused, and %s suggested', async (field, meant) => {
    const { mail, sandbox } = connect();
    const error = await failureOf(mail.emails.send({ ...email, ...typo(field, 'x') }));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', outcome: 'not-sent', details: { field } });
    expect(error.message).toBe(
      `sendEmail: VALIDATION_ERROR: ${field} is not a field here: did you mean ${meant}?`,
    );
    expect(sandbox.requests.count()).toBe(0);
  });

  test('also in a query, in an item of a list, and beside files', async () => {
    const { mail } = connect();
    const customFields = [{ key: 'a', label: 'A', type: 'text', ...typo('default_value') } as const];
    expect((await failureOf(mail.emails.list(typo('state', 'sent')))).message).toContain(
      'state is not a field',
    );
    expect((await failureOf(mail.lists.create({ name: 'A', customFields }))).message).toContain(
      'customFields[0].default_value is not a field here: did you mean defaultValue?',
    );
    const withFile = { ...email, attachments: [{ content: 'x' }], ...typo('replyto', 'a@example.com') };
    expect((await failureOf(mail.emails.send(withFile))).message).toContain('did you mean replyTo?');
  });

  test("are sent with unknownFields: 'allow'; undefined ones never matter", async () => {
    const open = connect({ unknownFields: 'allow' });
    await open.mail.emails.send({ ...email, ...typo('campaign', 'spring') });
    expect(open.sandbox.requests.last()?.ignoredFields).toEqual(['campaign']);
    await connect().mail.emails.send(Object.assign({ campaign: undefined }, email));
  });

  test('variables, headers and values of custom fields may have any name', async () => {
    const { mail } = connect();
    await mail.emails.send({ ...email, headers: { 'X-Replyto': 'x' } });
    const list = await mail.lists.create({
      name: 'A',
      customFields: [{ key: 'replyto', label: 'A', type: 'text' }],
    });
    const contact = { email: 'bob@example.org', customFields: { replyto: 'x' } };
    expect(await mail.contacts(list.id).create(contact)).toMatchObject(contact);
  });
});
