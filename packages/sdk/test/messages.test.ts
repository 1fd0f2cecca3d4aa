import { describe, expect, test } from 'vitest';
import { edit } from './editor.ts';

const start = `
  import { isAPIError, Mailrig } from '../src/index.ts';
  const [from, to] = ['ada@example.com', 'bob@example.org'] as const;
  const mail = new Mailrig();
  const typed = new Mailrig<{ welcome: { name: string; plan?: string }; receipt: { total: number } }>();
`;

// Each with the words that lead out of it.
const mistakes: readonly (readonly [mistake: string, line: string, words: string])[] = [
  [
    'no content',
    `mail.emails.send({ from, to, subject: 'S' })`,
    `Property '[giveHtmlTextOrTemplateId]' is missing`,
  ],
  ['no subject', `mail.emails.send({ from, to, html: 'H' })`, `Property 'subject' is missing`],
  ['no sender', `mail.emails.send({ to, subject: 'S', html: 'H' })`, `Property 'from' is missing`],
  [
    'variables without a template',
    `mail.emails.send({ from, to, subject: 'S', html: 'H', variables: { name: 'Bob' } })`,
    `does not exist in type 'OnlyWithTemplateId'`,
  ],
  [
    'html and a template',
    `mail.emails.send({ from, to, subject: 'S', html: 'H', templateId: 'welcome' })`,
    `is not assignable to type 'EitherHtmlAndTextOrTemplateId'`,
  ],
  [
    'html and a typed template',
    `typed.emails.send({ from, to, html: 'H', templateId: 'welcome', variables: { name: 'Bob' } })`,
    `is not assignable to type 'EitherHtmlAndTextOrTemplateId'`,
  ],
  [
    'a variable that the template lacks',
    `typed.emails.send({ from, to, templateId: 'welcome', variables: { nam: 'Bob' } })`,
    `'nam' does not exist in type '{ name: string; plan?: string; }'. Did you mean to write 'name'?`,
  ],
  [
    'a variable of the wrong type',
    `typed.emails.send({ from, to, templateId: 'receipt', variables: { total: '7' } })`,
    `Type 'string' is not assignable to type 'number'`,
  ],
  [
    'no variables',
    `typed.emails.send({ from, to, templateId: 'welcome' })`,
    `Property 'variables' is missing in type '{ from: "ada@example.com"; to: "bob@example.org"; templateId: "welcome"; }' but required in type 'SendTypedTemplate<"welcome", { name: string; plan?: string; }>'`,
  ],
  [
    'an unknown template',
    `typed.emails.send({ from, to, templateId: 'welcom', variables: { name: 'Bob' } })`,
    `Did you mean '"welcome"'?`,
  ],
  [
    'a field of the wire',
    `mail.emails.send({ from, to, subject: 'S', html: 'H', reply_to: 'ada@example.com' })`,
    `Did you mean to write 'replyTo'?`,
  ],
  [
    'a key instead of options',
    `new Mailrig('sk_test_x')`,
    `has no properties in common with type 'MailrigOptions'`,
  ],
  ['a misspelt option', `new Mailrig({ apikey: 'sk_test_x' })`, `Did you mean to write 'apiKey'?`],
  [
    'a misspelt option of a method',
    `mail.emails.list({}, { timeOut: 1 })`,
    `Did you mean to write 'timeout'?`,
  ],
  [
    'a misspelt code',
    `isAPIError(null, 'RECIPIENT_SUPRESSED')`,
    `is not assignable to parameter of type 'APIErrorCode'`,
  ],
];

describe('the compiler says what to do about', () => {
  const { problems } = edit(`${start}${mistakes.map(([, line]) => `void ${line};`).join('\n')}`);

  test('each of these mistakes once', () => {
    expect(problems).toHaveLength(mistakes.length);
  });

  test.each(mistakes.map(([mistake, , words], index) => [mistake, words, index] as const))(
    '%s',
    (_, words, index) => {
      expect(problems[index]).toContain(words);
    },
  );
});
