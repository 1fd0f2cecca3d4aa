import { expect, test } from 'vitest';
import { emails } from '../conformance/emails.ts';
import { controlPlane, type Service } from '../harness.ts';
import { read, send } from './control.ts';

const email = { from: 'ada@example.com', to: 'bob@example.org', subject: 'Order', text: 'Thank you.' };

const attempt = (service: Service, fields: object = {}) =>
  service.call('POST', emails, { json: { ...email, ...fields } }).catch(() => undefined);

const refuse = (service: Service) =>
  service.call('POST', '/_sandbox/faults', {
    json: { operation: 'sendEmail', times: 1, effect: { status: 503 } },
  });

const subjects = async (service: Service, query: string) =>
  read<{ messages: readonly { readonly subject: string }[] }>(
    await service.call('GET', `/_sandbox/messages?${query}`),
  ).messages.map(({ subject }) => subject);

const storyOf = async (service: Service, id: string) =>
  read<{
    headline: string;
    idempotencyKey?: string;
    attempts?: number;
    steps: readonly { readonly request?: object }[];
  }>(await service.call('GET', `/_sandbox/messages/${id}/story`));

/** Empties the request log. */
const forget = (service: Service) => service.call('DELETE', '/_sandbox/requests');

controlPlane('the key of a message', (open) => {
  test.each([
    ['q=idempotency:order-1', ['One']],
    ['q=idempotency:ORDER', ['Two', 'One']],
    ['q=-idempotency:order-1', ['Plain', 'Two']],
    ['q=attempt:1', ['Two', 'One']],
    ['q=attempt:2', ['One']],
    ['q=attempt:3', []],
  ])('GET /messages?%s: finds it without the request log (A41)', async (query, expected) => {
    const service = await open();
    await attempt(service, { subject: 'One', idempotencyKey: 'order-1' });
    await service.call('POST', emails, {
      json: { ...email, subject: 'Two' },
      headers: { 'Idempotency-Key': 'order-2' },
    });
    await send(service, { subject: 'Plain' });
    await attempt(service, { subject: 'One', idempotencyKey: 'order-1' });
    await forget(service);
    expect(await subjects(service, query)).toEqual(expected);
  });

  test('DELETE /messages?q=idempotency: deletes a message that the log no longer has (A41)', async () => {
    const service = await open();
    await attempt(service, { subject: 'One', idempotencyKey: 'order-1' });
    await send(service, { subject: 'Plain' });
    await forget(service);
    await service.call('DELETE', '/_sandbox/messages?q=idempotency:order-1');
    expect(await subjects(service, '')).toEqual(['Plain']);
  });

  test('GET /messages/{id}/story: a mail above 64 KiB has its key and its attempts (A41)', async () => {
    const service = await open();
    const large = { text: 'x'.repeat(70_000), idempotencyKey: 'large' };
    await refuse(service);
    for (let times = 0; times < 3; times++) await attempt(service, large);
    const [found] = read<{ messages: readonly { readonly id: string }[] }>(
      await service.call('GET', '/_sandbox/messages?q=idempotency:large attempt:3'),
    ).messages;
    const story = await storyOf(service, found?.id ?? '');
    expect(story).toMatchObject({
      idempotencyKey: 'large',
      attempts: 3,
      steps: [
        { type: 'nothing', request: { idempotencyKey: 'large', attempt: 1 } },
        { type: 'queued', request: { attempt: 2 } },
        { type: 'replayed', request: { attempt: 3 } },
        { type: 'sent' },
        { type: 'delivered' },
      ],
    });
  });

  test('GET /messages/{id}/story: requests that failed before the message count after the log lost them', async () => {
    const service = await open();
    const keyed = { idempotencyKey: 'order-1' };
    await refuse(service);
    await attempt(service, keyed);
    await attempt(service, { ...keyed, from: 'nobody' });
    await forget(service);
    const { id } = await send(service, keyed);
    await attempt(service, { ...keyed, subject: 'Another' });
    await forget(service);
    expect(await storyOf(service, id)).toMatchObject({ idempotencyKey: 'order-1', attempts: 4 });
  });

  test('GET /messages/{id}/story: the headline counts the attempts that the log lost', async () => {
    const service = await open();
    const keyed = { idempotencyKey: 'order-1' };
    await refuse(service);
    await attempt(service, keyed);
    const { id } = await send(service, keyed);
    await forget(service);
    expect(await storyOf(service, id)).toMatchObject({ headline: 'queued after 2 attempts', attempts: 2 });
  });

  test.each([
    ['before the message', { effect: { status: 503 } }, 2],
    ['that lost the response', { phase: 'after', effect: { network: 'reset' } }, 2],
    ['that lost the response for good', { phase: 'after', effect: { network: 'reset' } }, 1],
  ])('GET /messages?q=fault: finds a fault %s without the request log', async (_, fault, requests) => {
    const service = await open();
    const json = { operation: 'sendEmail', times: 1, ...fault };
    const { id } = read<{ id: string }>(await service.call('POST', '/_sandbox/faults', { json }));
    for (let times = 0; times < requests; times++) await attempt(service, { idempotencyKey: 'order-1' });
    await send(service, { subject: 'Plain' });
    await forget(service);
    const text = 'status' in fault.effect ? '503' : 'reset';
    expect(await subjects(service, `q=fault:${text}`)).toEqual(['Order']);
    expect(await subjects(service, `q=fault:${id}`)).toEqual(['Order']);
    expect(await subjects(service, `q=-fault:${text}`)).toEqual(['Plain']);
  });

  test('GET /suppressions: an address counts the refused sends that the log lost (R169)', async () => {
    const service = await open();
    await service.call('POST', '/_sandbox/suppressions', { json: { email: 'gone@example.org' } });
    await attempt(service, { to: 'gone@example.org' });
    await attempt(service, { cc: 'Gone <GONE@example.org>', bcc: 'gone@example.org' });
    await forget(service);
    const { suppressions } = read<{ suppressions: unknown }>(
      await service.call('GET', '/_sandbox/suppressions'),
    );
    expect(suppressions).toMatchObject([{ email: 'gone@example.org', refusedSends: 2 }]);
  });

  test('a key that is used again after a day counts from one (A44)', async () => {
    const service = await open();
    const keyed = { idempotencyKey: 'order-1' };
    await refuse(service);
    await attempt(service, keyed);
    await service.call('POST', '/_sandbox/clock', { json: { advance: '25h' } });
    const { id } = await send(service, keyed);
    expect(await storyOf(service, id)).toMatchObject({ attempts: 1 });
  });

  test('DELETE /messages?refused: forgets the failed requests of a key', async () => {
    const service = await open();
    const keyed = { idempotencyKey: 'order-1' };
    await refuse(service);
    await attempt(service, keyed);
    await service.call('DELETE', '/_sandbox/messages?refused=true');
    const { id } = await send(service, keyed);
    expect(await storyOf(service, id)).toMatchObject({ attempts: 1 });
  });

  test('GET /messages?q=attempt:2&wait: ends when the request is sent again', async () => {
    const service = await open();
    await attempt(service, { idempotencyKey: 'order-1' });
    const found = subjects(service, 'q=attempt:2&wait=10s');
    await attempt(service, { idempotencyKey: 'order-1' });
    expect(await found).toEqual(['Order']);
  });

  test.each([
    'q=word:x',
    'q=attempt:none',
    'q=status:lost',
    'q=idempotency:',
    'q=has:wings',
    'q=after:noon',
    'to=a+b',
    'colour=red',
    'status=lost',
    'environment=moon',
    'refused=perhaps',
  ])('DELETE /messages?%s: a filter that cannot be read is 400 and deletes nothing', async (query) => {
    const service = await open();
    await send(service);
    const { status } = await service.call('DELETE', `/_sandbox/messages?${query}`);
    expect(status).toBe(400);
    expect(await subjects(service, '')).toHaveLength(1);
  });
});
