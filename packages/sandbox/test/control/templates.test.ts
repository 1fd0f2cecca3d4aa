import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, read, send } from './control.ts';

interface Template {
  readonly id: string;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
}

controlPlane('templates', (open) => {
  test('GET /templates: the seeded templates are listed', async () => {
    const plane = await open();
    const { templates } = read<{ templates: Template[] }>(await plane.control('GET', '/templates'));
    expect(templates.map(({ id }) => id)).toEqual(expect.arrayContaining(['welcome', 'receipt']));
    expect(templates.find(({ id }) => id === 'welcome')).toEqual({
      id: 'welcome',
      subject: expect.stringMatching(/\S/),
      html: expect.stringContaining('{{name}}'),
      text: expect.stringContaining('{{plan}}'),
    });
  });

  test('PUT /templates/{id}: a template is created, used, and replaced as a whole', async () => {
    const plane = await open();
    const invite = { subject: 'Hi {{name}}', html: '<p>{{name}}</p>', text: '{{name}}' };
    const answer = await plane.control('PUT', '/templates/invite', invite);
    expect(answer.outcome).toBe('200');
    expect(answer.json).toEqual({ id: 'invite', ...invite });
    const use = { templateId: 'invite', subject: undefined, html: undefined, variables: { name: 'Bob' } };
    await send(plane, use);
    expect((await plane.control('GET', '/messages?limit=1')).json).toMatchObject({
      messages: [{ subject: 'Hi Bob', html: '<p>Bob</p>', text: 'Bob' }],
    });
    await plane.control('PUT', '/templates/invite', { subject: 'Hello', text: 'Hello' });
    const { templates } = read<{ templates: Template[] }>(await plane.control('GET', '/templates'));
    expect(templates.filter(({ id }) => id === 'invite')).toEqual([
      { id: 'invite', subject: 'Hello', text: 'Hello' },
    ]);
  });

  test('PUT /templates/{id}: an id may contain a slash or a percent sign', async () => {
    const plane = await open();
    for (const id of ['a/b', '100%', 'Ä']) {
      const path = `/templates/${encodeURIComponent(id)}`;
      expect((await plane.control('PUT', path, { subject: 'Hi', text: 'Hi' })).json).toMatchObject({ id });
      await send(plane, { templateId: id, subject: undefined, html: undefined });
      expect((await plane.control('DELETE', path)).status).toBe(204);
    }
  });

  test('PUT /templates/{id}: invalid input is refused with its field', async () => {
    const plane = await open();
    for (const field of ['subject', 'html', 'text']) {
      expectInvalid(await plane.control('PUT', '/templates/invite', { [field]: 5 }), field);
    }
    expect((await plane.control('DELETE', '/templates/invite')).outcome).toBe('404 NOT_FOUND');
  });

  test('DELETE /templates/{id}: the template is removed, and is 404 the next time (R61)', async () => {
    const plane = await open();
    expect(await plane.control('DELETE', '/templates/welcome')).toMatchObject({ status: 204, text: '' });
    expect((await plane.control('DELETE', '/templates/welcome')).outcome).toBe('404 NOT_FOUND');
    const json = { from: 'ada@example.com', to: 'bob@example.net', templateId: 'welcome' };
    expect((await plane.api('POST', '/emails', json)).outcome).toBe('400 TEMPLATE_NOT_FOUND');
  });

  test('PUT /templates/{id}: each account has its own templates', async () => {
    const plane = await open();
    const header = { 'x-sandbox-account': await addOther(plane) };
    await plane.control('PUT', '/templates/theirs', { subject: 'Hi', text: 'Hi' }, header);
    expect((await plane.control('GET', '/templates')).text).not.toContain('theirs');
    expect((await plane.control('GET', '/templates', undefined, header)).text).toContain('theirs');
    expect((await plane.control('DELETE', '/templates/theirs')).outcome).toBe('404 NOT_FOUND');
  });
});
