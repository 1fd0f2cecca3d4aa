import { expect, test } from 'vitest';
import { edit } from './editor.ts';

test('an editor shows custom fields by their values, not by how their types are built', () => {
  const { problems, hover } = edit(`
    import type { Mailrig } from '../src/index.ts';
    declare const mail: Mailrig;
    const fields = [
      { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
      { key: 'seats', label: 'Seats', type: 'number' },
    ] as const;
    const contacts = mail.contacts<typeof fields>('lst_1');
    const contact = await contacts.get('cnt_1');
    const values = contact.customFields;
    const page = await contacts.list();
    const untyped = await mail.contacts('lst_1').get('cnt_1');
    const lists = mail.lists.list();
  `);
  expect(problems).toEqual([]);
  const shown = (name: string) => hover('const ', name).type;
  const values = '{ readonly plan: "free" | "pro"; readonly seats?: number; }';
  expect(shown('contact')).toBe(`const contact: Contact<${values}>`);
  expect(shown('values')).toBe(`const values: ${values}`);
  expect(shown('page')).toBe(`const page: ContactPage<${values}>`);
  expect(shown('contacts')).toBe(`const contacts: Contacts<${values}, never>`);
  expect(shown('untyped')).toBe('const untyped: Contact<AnyCustomFields>');
  expect(shown('lists')).toBe('const lists: PagePromise<ContactList, Page<ContactList>>');
});

test('an editor explains the constructor, its options and the fields of an email', () => {
  const { problems, hover } = edit(`
    import { Mailrig } from '../src/index.ts';
    const mail = new Mailrig({ apiKey: 'sk_test_1', baseUrl: 'https://mail.example.com' });
    const people = { from: 'ada@example.com', to: 'bob@example.org' };
    await mail.emails.send({ ...people, subject: 'S', html: 'H', text: 'T', replyTo: 'ada@example.com' });
    await mail.emails.send({ ...people, subject: 'Only', html: 'H' });
    await mail.emails.send({ ...people, subject: 'Plain', text: 'T' });
    await mail.emails.send({ ...people, templateId: 'welcome', variables: {} });
  `);
  expect(problems).toEqual([]);
  const explained = (before: string, name: string) => hover(before, name).documentation;
  expect(explained('new ', 'Mailrig')).toMatch(/^Creates a client\./);
  expect(explained('{ ', 'apiKey')).toMatch(/^API key/);
  expect(explained('emails.', 'send')).toMatch(/^Sends one email\./);
  expect(explained(', ', 'subject')).toContain('at most 998 characters');
  expect(explained(', ', 'html')).toContain('HTML content');
  expect(explained(', ', 'text')).toMatch(/[Pp]lain[ -]text/);
  expect(explained("'Only', ", 'html')).toBe('HTML content.');
  expect(explained("'Plain', ", 'text')).toMatch(/^Plain-text content/);
  expect(explained(', ', 'replyTo')).toBe('Address for replies.');
  expect(explained(', ', 'templateId')).toContain('Id of the template');
  expect(explained(', ', 'variables')).toContain('Values for the');
});
