import { expect, test } from 'vitest';
import { conformance, payload } from '../harness.ts';
import { createList } from './contact-lists.ts';
import { send } from './emails.ts';

conformance('fields that the service ignores', (open) => {
  test('the request log lists them by their path, and a body without any has no list (A15, A122)', async () => {
    const { sandbox, ...service } = await open();
    await send(service, { attachment_ids: [], reply_to: 'ada@example.com' });
    expect(sandbox.requests.last()?.ignoredFields).toEqual(['attachment_ids', 'reply_to']);
    await send(service, { headers: { 'X-Any': 'a' } });
    expect(sandbox.requests.last()).not.toHaveProperty('ignoredFields');
    await createList(service, {
      tags: ['a'],
      customFields: [
        { key: 'a', label: 'A', type: 'text' },
        { key: 'b', label: 'B', type: 'text', requred: true },
      ],
    });
    expect(sandbox.requests.last()?.ignoredFields).toEqual(['tags', 'customFields[1].requred']);
    expect(sandbox.requests.count({ ignoredFields: true })).toBe(2);
    expect(sandbox.requests.count({ ignoredFields: false })).toBe(1);
  });

  test('a template under a name that does not exist is no content (A15)', async () => {
    const service = await open();
    const sent = await send(service, { text: undefined, html: undefined, template_id: 'welcome' });
    expect(sent.outcome).toBe('400 VALIDATION_ERROR');
  });

  test('a request that is refused for another reason lists them, too (A122)', async () => {
    const { sandbox, ...service } = await open();
    expect((await send(service, { to: [], too: 'bob@example.org' })).outcome).toBe('400 VALIDATION_ERROR');
    expect(sandbox.requests.last()?.ignoredFields).toEqual(['too']);
  });

  test('a header that the service writes, and variables without a template, are listed and in the story (A57)', async () => {
    const { sandbox, ...service } = await open();
    await send(service, { headers: { 'Reply-To': 'ada@example.com', 'X-Any': 'a' }, variables: { any: 1 } });
    const ignoredFields = ['headers.Reply-To', 'variables'];
    expect(sandbox.requests.last()?.ignoredFields).toEqual(ignoredFields);
    const { id = '' } = sandbox.mailbox.latest() ?? {};
    const story = await service.call('GET', `/_sandbox/messages/${id}/story`);
    expect(JSON.stringify(story.json)).toContain(JSON.stringify({ ignoredFields }).slice(1, -1));
  });

  test('a parameter of a query that no list has is listed, and a strict sandbox refuses it (A122)', async () => {
    const { sandbox, ...service } = await open();
    expect((await service.call('GET', '/api/v1/emails?per_page=5&limit=5')).outcome).toBe('200');
    expect(sandbox.requests.last()?.ignoredFields).toEqual(['per_page']);
    const strict = await open({ strict: true });
    const refused = await strict.call('GET', '/api/v1/emails?Limit=5');
    expect(refused.outcome).toBe('400 VALIDATION_ERROR');
    expect(refused.body.error.message).toBe('Limit is not a field here: did you mean limit?');
  });

  test('options of a field that is no select are listed (A84)', async () => {
    const { sandbox, ...service } = await open();
    const customFields = [
      { key: 'a', label: 'A', type: 'text', options: ['x'] },
      { key: 'b', label: 'B', type: 'text', options: [] },
      { key: 'c', label: 'C', type: 'select', options: ['x'] },
    ];
    const { id } = payload<{ id: string }>(await createList(service, { customFields }));
    expect(sandbox.requests.last()?.ignoredFields).toEqual(['customFields[0].options']);
    await service.call('PUT', `/api/v1/contact-lists/${id}`, { json: { customFields } });
    expect(sandbox.requests.last()?.ignoredFields).toEqual(['customFields[0].options']);
  });

  test('at most 100 are listed (A122)', async () => {
    const { sandbox, ...service } = await open();
    await send(service, Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1])));
    expect(sandbox.requests.last()?.ignoredFields).toHaveLength(100);
  });

  test.each([
    ['attachment_ids', 'attachmentIds'],
    ['reply_to', 'replyTo'],
    ['templateID', 'templateId'],
    ['sbject', 'subject'],
  ])('a strict sandbox refuses %s and suggests %s (A122)', async (field, nearest) => {
    const { sandbox, ...service } = await open({ strict: true });
    const response = await send(service, { [field]: 'x' });
    expect(response.outcome).toBe('400 VALIDATION_ERROR');
    expect(response.body.error.details.field).toBe(field);
    expect(response.body.error.message).toBe(`${field} is not a field here: did you mean ${nearest}?`);
    expect(sandbox.mailbox.list()).toEqual([]);
    expect((await send(service)).outcome).toBe('201');
  });

  test('a strict sandbox names the path of a nested field (A122)', async () => {
    const service = await open({ strict: true });
    const customFields = [{ key: 'a', label: 'A', type: 'text', default_value: 'x' }];
    const response = await createList(service, { customFields });
    expect(response.body.error.details.field).toBe('customFields[0].default_value');
    expect(response.body.error.message).toContain('did you mean defaultValue?');
  });
});
