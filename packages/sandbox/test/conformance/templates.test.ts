import { expect, test } from 'vitest';
import { conformance, type Service } from '../harness.ts';
import { newest, sendTemplate, total } from './emails.ts';

interface Content {
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

/** Sends with a template that has this content. */
function render(service: Service, content: Content, variables?: object, fields: object = {}) {
  service.sandbox.templates.set('under-test', { subject: 'Hi', html: '<p>Hi</p>', ...content });
  return sendTemplate(service, 'under-test', { variables, ...fields });
}

conformance('templates', (open) => {
  test('the seeded templates fill in name and plan, and supply the subject (R58, R60, A56)', async () => {
    const service = await open();
    for (const templateId of ['welcome', 'welcome-template']) {
      const response = await sendTemplate(service, templateId, { variables: { name: 'Bob', plan: 'Pro' } });
      expect(response.outcome).toBe('201');
      const message = service.sandbox.mailbox.latest({});
      const content = [message?.subject, message?.html, message?.text].join(' ');
      expect(content).toContain('Bob');
      expect(content).toContain('Pro');
      expect(content).not.toMatch(/\{\{|\}\}|undefined/);
      expect(await newest(service)).toMatchObject({ templateId, subject: message?.subject });
    }
  });

  test('the seeded subject-only template can be sent (A56)', async () => {
    const service = await open();
    expect(
      (await sendTemplate(service, 'subject-only', { variables: { name: 'Bob', plan: 'Pro' } })).outcome,
    ).toBe('201');
    expect((await newest(service)).subject).not.toBe('');
  });

  test('a given subject overrides the template’s and is used as it is (R59, A55)', async () => {
    const service = await open();
    expect(
      (await render(service, { subject: 'From {{who}}' }, { who: 'Ada' }, { subject: 'Own {{who}}' }))
        .outcome,
    ).toBe('201');
    expect((await newest(service)).subject).toBe('Own {{who}}');
    expect(service.sandbox.mailbox.latest({})?.subject).toBe('Own {{who}}');
  });

  test('an unclosed placeholder with very many blanks is refused without delay (A55)', async () => {
    const service = await open();
    // If each blank were read again for every one before it, this would take minutes.
    const response = await render(service, { html: `{{${' '.repeat(1_000_000)}` }, {});
    expect(response.outcome).toContain('TEMPLATE_RENDER_ERROR');
  });

  test('every placeholder in subject, html and text is filled in, with or without blanks, even dotted names (R60, A55)', async () => {
    const service = await open();
    const place = '{{name}}/{{ name }}/{{  user.first  }}/{{user.address.city}}';
    const variables = { name: 'Bob', user: { first: 'Robert', address: { city: 'Oslo' } } };
    expect(
      (await render(service, { subject: place, html: `<p>${place}</p>`, text: place }, variables)).outcome,
    ).toBe('201');
    const filled = 'Bob/Bob/Robert/Oslo';
    expect(service.sandbox.mailbox.latest({})).toMatchObject({
      subject: filled,
      html: `<p>${filled}</p>`,
      text: filled,
    });
    expect((await newest(service)).subject).toBe(filled);
  });

  test('numbers and booleans are written out, and empty text stays empty (A55)', async () => {
    const service = await open();
    const variables = { zero: 0, price: 9.5, yes: true, no: false, nothing: '' };
    await render(service, { text: '{{zero}} {{price}} {{yes}} {{no}} [{{nothing}}]' }, variables);
    expect(service.sandbox.mailbox.latest({})?.text).toBe('0 9.5 true false []');
  });

  test('values are escaped in html only (A55)', async () => {
    const service = await open();
    const name = `<b class="x">Bob</b> & 'co'`;
    await render(service, { subject: '{{name}}', html: '<i>{{name}}</i>', text: '{{name}}' }, { name });
    const message = service.sandbox.mailbox.latest({});
    expect(message).toMatchObject({ subject: name, text: name });
    expect(message?.html).toContain('<i>&lt;b class=');
    expect(message?.html).toContain('Bob&lt;/b&gt; &amp; ');
    expect(message?.html).not.toContain('"');
  });

  test.each([
    ['{{{name}}}', '{{name}}'],
    ['Dear {{{ name }}},', '{{name}}'],
    ['{{{{raw}}}}', '{{raw}}'],
    ['{{{user.first}}', '{{user.first}}'],
    ['{{{a}}{x}', '{{a}}'],
    ['{{{&name}}}', '{{&name}}'],
    ['{{{name', '{{name}}'],
    ['{{{', '{{name}}'],
    ['{{{"n":{{name}}}', '{{name}}'],
    ['<style>@media print{{{rule}}}</style>', '{{rule}}'],
  ])('three braces as in %s are an error that says %s (A133)', async (text, right) => {
    const service = await open();
    const variables = { name: 'Ada', raw: 1, a: 1, rule: 1, user: { first: 'Ada' } };
    for (const field of ['subject', 'html', 'text']) {
      const response = await render(service, { [field]: text }, variables);
      expect(response.outcome, field).toBe('400 TEMPLATE_RENDER_ERROR');
      const [braces = ''] = /\{{3,}[^{}]*\}*/.exec(text) ?? [];
      expect(response.body.error.message).toContain(`"${braces}"`);
      expect(response.body.error.message).toContain(right);
    }
    expect(await total(service)).toBe(0);
  });

  test.each(['{{}}', 'Dear {{ }},'])('%s has no name, and the error shows it (A55)', async (text) => {
    const response = await render(await open(), { text }, { name: 'Ada' });
    expect(response.outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    expect(response.body.error.message).toContain('"{{}}"');
  });

  test.each([
    ['{"n":{{n}}}', '{"n":7}'],
    ['{"a":{"n":{{n}}}}', '{"a":{"n":7}}'],
    ['p{margin:{{n}}px}', 'p{margin:7px}'],
    ['@media print{p{width:{{n}}}}', '@media print{p{width:7}}'],
    ['}} { {{n}} }', '}} { 7 }'],
    ['{ {{n}}{x}', '{ 7{x}'],
    ['{x}{{n}}{x}', '{x}7{x}'],
  ])('in %s, the other braces are text (A133)', async (text, shown) => {
    const service = await open();
    expect((await render(service, { text }, { n: 7 })).outcome).toBe('201');
    expect(service.sandbox.mailbox.latest({})?.text).toBe(shown);
  });

  test.each([
    '{{&name}}',
    '{{#if name}}x',
    '{{/if}}',
    '{{> header}}',
    '{{! note }}',
    '{{^name}}',
    '{{@index}}',
  ])('%s is named as a form that is not filled in (A55)', async (text) => {
    const response = await render(await open(), { text }, { name: 'Ada' });
    expect(response.outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    expect(response.body.error.message).toContain(
      `"{{${text.slice(2, text.indexOf('}}')).trim()}}}", but only`,
    );
  });

  test('of 50,000 missing variables an error lists 100, and cuts long names (A21)', async () => {
    const service = await open();
    const text = Array.from({ length: 50_000 }, (_, index) => `{{name${index}}}`).join('');
    const { error } = (await render(service, { text }, {})).body;
    expect(error.details.missing).toHaveLength(100);
    expect(error.message).toContain('name19 and 49980 more: give');
    const long = (await render(service, { text: `{{${'x'.repeat(100_000)}}}` }, {})).body;
    expect(JSON.stringify(long).length).toBeLessThan(1_000);
  });

  test('extra variables are ignored, and a template without placeholders needs none (A55)', async () => {
    const service = await open();
    expect((await render(service, {}, { unused: {}, other: null })).outcome).toBe('201');
    expect((await render(service, {})).outcome).toBe('201');
    expect((await render(service, {}, {})).outcome).toBe('201');
  });

  test('missing variables are listed (R62, A55)', async () => {
    const service = await open();
    const content = { subject: '{{name}}', html: '{{plan}} {{given}}', text: '{{user.first}} {{name}}' };
    for (const variables of [{ given: 1 }, { given: 1, user: {} }, { given: 1, user: 'Bob' }]) {
      const response = await render(service, content, variables);
      expect(response.outcome).toBe('400 TEMPLATE_RENDER_ERROR');
      expect([...new Set(response.body.error.details.missing)].sort()).toEqual([
        'name',
        'plan',
        'user.first',
      ]);
    }
    expect((await render(service, content)).outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    expect(await total(service)).toBe(0);
  });

  test.each(['subject', 'html', 'text'])(
    'a placeholder in %s without a plain value or an end is an error (R62, A55)',
    async (field) => {
      const service = await open();
      for (const value of [undefined, null, {}, { first: 'Bob' }, [], ['Bob']]) {
        const response = await render(service, { [field]: 'Dear {{name}}' }, { name: value });
        expect(response.outcome, JSON.stringify(value)).toBe('400 TEMPLATE_RENDER_ERROR');
        expect(response.body.error.details.missing, JSON.stringify(value)).toEqual(['name']);
      }
      for (const text of ['Dear {{name', 'Dear {{name}', 'Dear {{', '{{name}} and {{name']) {
        const response = await render(service, { [field]: text }, { name: 'Bob' });
        expect(response.outcome, text).toBe('400 TEMPLATE_RENDER_ERROR');
        expect(response.body.error.details.missing).toBeInstanceOf(Array);
      }
      expect(await total(service)).toBe(0);
    },
  );

  test('a rendered subject must be one line of at most 998 characters (A55)', async () => {
    const service = await open();
    const subject = (value: string) => render(service, { subject: '{{s}}' }, { s: value });
    expect((await subject('x'.repeat(998))).outcome).toBe('201');
    expect((await subject('x'.repeat(999))).outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    expect((await subject('a\nb')).outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    expect((await subject('a\rb')).outcome).toBe('400 TEMPLATE_RENDER_ERROR');
    expect((await render(service, { text: '{{s}}' }, { s: 'a\nb' })).outcome).toBe('201');
  });

  test('an unknown or removed template is TEMPLATE_NOT_FOUND (R61)', async () => {
    const service = await open();
    expect((await sendTemplate(service, 'nope')).outcome).toBe('400 TEMPLATE_NOT_FOUND');
    expect((await sendTemplate(service, '__proto__')).outcome).toBe('400 TEMPLATE_NOT_FOUND');
    expect((await render(service, {})).outcome).toBe('201');
    service.sandbox.templates.remove('under-test');
    expect((await sendTemplate(service, 'under-test')).outcome).toBe('400 TEMPLATE_NOT_FOUND');
    expect(await total(service)).toBe(1);
  });

  test('one account’s templates are unknown to another (R61)', async () => {
    const service = await open();
    const key = 'sk_live_other';
    service.sandbox.accounts.create({
      domain: { name: 'other.example', dnsVerified: true, active: true },
      keys: [{ key, environment: 'live' }],
    });
    await render(service, {});
    const from = 'eve@other.example';
    expect((await sendTemplate(service, 'under-test', { from }, { key })).outcome).toBe(
      '400 TEMPLATE_NOT_FOUND',
    );
    service.sandbox.account(key).templates.set('under-test', { subject: 'Hi', text: 'Hi' });
    expect((await sendTemplate(service, 'under-test', { from }, { key })).outcome).toBe('201');
  });

  test('variables are checked even if the template has no placeholders (R63)', async () => {
    const service = await open();
    expect((await sendTemplate(service, 'welcome', { variables: ['Bob'] })).outcome).toBe(
      '400 VALIDATION_ERROR',
    );
  });
});
