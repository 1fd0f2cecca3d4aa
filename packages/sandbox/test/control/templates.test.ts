import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { addOther, expectInvalid, read, send } from './control.ts';

interface Template {
  readonly id: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

controlPlane('templates', (open) => {
  test('GET /templates: the seeded templates are listed', async () => {
    const service = await open();
    const { templates } = read<{ templates: Template[] }>(await service.call('GET', '/_sandbox/templates'));
    expect(templates.map(({ id }) => id)).toEqual(expect.arrayContaining(['welcome', 'receipt']));
    expect(templates.find(({ id }) => id === 'welcome')).toEqual({
      id: 'welcome',
      subject: expect.stringMatching(/\S/),
      html: expect.stringContaining('{{name}}'),
      text: expect.stringContaining('{{plan}}'),
    });
  });

  test('PUT /templates/{id}: a template is created, used, and replaced as a whole', async () => {
    const service = await open();
    const invite = { subject: 'Hi {{name}}', html: '<p>{{name}}</p>', text: '{{name}}' };
    const response = await service.call('PUT', '/_sandbox/templates/invite', { json: invite });
    expect(response.outcome).toBe('200');
    expect(response.json).toEqual({ id: 'invite', ...invite });
    const use = { templateId: 'invite', subject: undefined, html: undefined, variables: { name: 'Bob' } };
    await send(service, use);
    expect((await service.call('GET', '/_sandbox/messages?limit=1&whole=true')).json).toMatchObject({
      messages: [{ subject: 'Hi Bob', html: '<p>Bob</p>', text: 'Bob' }],
    });
    await service.call('PUT', '/_sandbox/templates/invite', { json: { subject: 'Hello', text: 'Hello' } });
    const { templates } = read<{ templates: Template[] }>(await service.call('GET', '/_sandbox/templates'));
    expect(templates.filter(({ id }) => id === 'invite')).toEqual([
      { id: 'invite', subject: 'Hello', text: 'Hello' },
    ]);
  });

  test('POST /template-preview: a draft is filled in, and names the variables that it lacks', async () => {
    const service = await open();
    const preview = async (json: object) =>
      read(await service.call('POST', '/_sandbox/template-preview', { json }));
    const draft = { subject: 'Hi {{ name }}', html: '<p>{{name}} {{plan.title}}</p>', text: '{{name}}' };
    expect(await preview({ ...draft, variables: { name: 'A & B', plan: { title: 'Pro' } } })).toEqual({
      subject: 'Hi A & B',
      html: '<p>A &amp; B Pro</p>',
      text: 'A & B',
      variables: ['name', 'plan.title'],
      missing: [],
    });
    expect(await preview({ ...draft, variables: { name: 'Bob' } })).toEqual({
      subject: 'Hi Bob',
      html: '<p>Bob {{plan.title}}</p>',
      text: 'Bob',
      variables: ['name', 'plan.title'],
      missing: ['plan.title'],
      problem: 'variables has no value for plan.title: give each a text, number or boolean',
    });
    expect(await preview({ text: 'Hi {{name}}', variables: { name: { first: 'Bob' } } })).toMatchObject({
      problem:
        'variables.name must be a text, number or boolean, not an object; a template names a part of an object as {{name.part}}',
    });
    expect(await preview({ text: 'Hi {{name' })).toMatchObject({
      problem: 'The template has a "{{" that is never closed',
    });
    expect(await preview({})).toEqual({ subject: '', variables: [], missing: [] });
    const response = await service.call('POST', '/_sandbox/template-preview', { json: { variables: 5 } });
    expectInvalid(response, 'variables');
  });

  test('PUT /templates/{id}: an id may contain a slash or a percent sign', async () => {
    const service = await open();
    for (const id of ['a/b', '100%', 'Ä']) {
      const path = `/templates/${encodeURIComponent(id)}`;
      expect(
        (await service.call('PUT', `/_sandbox${path}`, { json: { subject: 'Hi', text: 'Hi' } })).json,
      ).toMatchObject({ id });
      await send(service, { templateId: id, subject: undefined, html: undefined });
      expect((await service.call('DELETE', `/_sandbox${path}`)).status).toBe(204);
    }
  });

  test('PUT /templates/{id}: invalid input is refused with its field', async () => {
    const service = await open();
    for (const field of ['subject', 'html', 'text']) {
      expectInvalid(await service.call('PUT', '/_sandbox/templates/invite', { json: { [field]: 5 } }), field);
    }
    expect((await service.call('DELETE', '/_sandbox/templates/invite')).outcome).toBe('404 NOT_FOUND');
  });

  test('DELETE /templates/{id}: the template is removed, and is 404 the next time (R61)', async () => {
    const service = await open();
    expect(await service.call('DELETE', '/_sandbox/templates/welcome')).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await service.call('DELETE', '/_sandbox/templates/welcome')).outcome).toBe('404 NOT_FOUND');
    const json = { from: 'ada@example.com', to: 'bob@example.net', templateId: 'welcome' };
    expect((await service.call('POST', '/api/v1/emails', { json })).outcome).toBe('400 TEMPLATE_NOT_FOUND');
  });

  test('PUT /templates/{id}: each account has its own templates', async () => {
    const service = await open();
    const header = { 'x-sandbox-account': await addOther(service) };
    await service.call('PUT', '/_sandbox/templates/theirs', {
      json: { subject: 'Hi', text: 'Hi' },
      headers: header,
    });
    expect((await service.call('GET', '/_sandbox/templates')).text).not.toContain('theirs');
    expect((await service.call('GET', '/_sandbox/templates', { headers: header })).text).toContain('theirs');
    expect((await service.call('DELETE', '/_sandbox/templates/theirs')).outcome).toBe('404 NOT_FOUND');
  });
});
