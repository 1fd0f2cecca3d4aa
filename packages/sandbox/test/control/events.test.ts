import { createSandbox, type SandboxOptions } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lists } from '../conformance/contact-lists.ts';
import { emails, send } from '../conformance/emails.ts';
import { ask, call, payload, servedAt } from '../harness.ts';

/** Opens the event stream over HTTP and reads it piece by piece. */
async function listen(
  query = '',
  options: SandboxOptions = { clock: 'manual', startAt: '2026-01-01T00:00:00.000Z' },
) {
  const sandbox = createSandbox(options);
  const server = await serve({ sandbox, port: 0 });
  onTestFinished(() => server.close());
  if (query !== '') await send(sandbox);
  const response = await ask(servedAt(server.url), 'GET', `/_sandbox/events${query}`);
  if (!response.body) throw new Error('The stream has no body.');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  const until = async (part: string) => {
    while (!seen.includes(part)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended without ${part}`);
      seen += value;
    }
    return seen;
  };
  return { sandbox, response, until };
}

test('GET /events: events are streamed as they happen, with their own times', async () => {
  const { sandbox, response, until } = await listen();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await until(': listening');
  await send(sandbox);
  await until('event: email.queued');
  sandbox.clock.advance('2s');
  const seen = await until('event: clock.moved');
  const data = [...seen.matchAll(/^data: (.*)$/gm)].map(
    ([, json]) => JSON.parse(json ?? '') as { type: string; at: string },
  );
  expect(data.map(({ type, at }) => [type, at])).toEqual([
    ['email.queued', '2026-01-01T00:00:00.000Z'],
    ['email.sent', '2026-01-01T00:00:00.500Z'],
    ['email.delivered', '2026-01-01T00:00:02.000Z'],
    ['clock.moved', '2026-01-01T00:00:02.000Z'],
  ]);
});

test('GET /events?since=0: past events are streamed first', async () => {
  const { until } = await listen('?since=0');
  expect(await until('event: email.queued')).toMatch(/^id: 1$/m);
});

test('GET /events?requests=true: each request is streamed too, without a number and without its key', async () => {
  const { sandbox, until } = await listen('?requests=true');
  await until(': listening');
  await call(sandbox, 'GET', `${emails}?status=sent`);
  const seen = await until('"operation":"listEmails"');
  const [, block = ''] = /(event: request\n[^]*?)\n\n/.exec(seen) ?? [];
  expect(block).not.toContain('id: ');
  expect(block).not.toContain(sandbox.liveApiKey);
});

test('GET /events: a client that disconnects is forgotten', async () => {
  const sandbox = createSandbox();
  const response = await ask(sandbox, 'GET', '/_sandbox/events');
  await response.body?.cancel();
  expect((await send(sandbox)).status).toBe(201);
});

test('GET /events: changes through the API and by hand are streamed, without any key', async () => {
  const { sandbox, response, until } = await listen();
  expect(response.status).toBe(200);
  const change = async (method: string, path: string, json: object) =>
    payload<{ id: string }>(await call(sandbox, method, path, { json })).id;
  const list = `${lists}/${await change('POST', lists, { name: 'Readers' })}`;
  await change('PUT', list, { name: 'Writers' });
  const contact = await change('POST', `${list}/contacts`, { email: 'bob@example.net' });
  await change('PUT', `${list}/contacts/${contact}`, { firstName: 'Bob' });
  sandbox.contacts.setStatus(contact, 'suppressed');
  sandbox.suppressions.remove('bob@example.net');
  const { key } = sandbox.keys.create({ environment: 'test' });
  sandbox.keys.expire(key);
  sandbox.keys.rotate(key);
  sandbox.credits.set(7);
  const seen = await until('event: credits.changed');
  expect([...seen.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([
    'list.created',
    'list.updated',
    'contact.created',
    'contact.updated',
    'suppression.added',
    'contact.suppressed',
    'suppression.removed',
    'key.created',
    'key.expired',
    'key.revoked',
    'key.created',
    'credits.changed',
  ]);
  expect(seen).not.toContain('sk_');
});

test('GET /events: created, changed and removed accounts, domains and templates are streamed', async () => {
  const { sandbox, until } = await listen();
  const { id } = sandbox.accounts.create({ domain: { name: 'other.example' } });
  sandbox.account(id).domains.update({ active: false });
  sandbox.account(id).domains.update({ active: false });
  sandbox.templates.set('bye', { text: 'Bye' });
  sandbox.templates.set('bye', { text: 'Good bye' });
  sandbox.templates.remove('bye');
  const seen = await until('event: template.removed');
  const told = [...seen.matchAll(/^data: (.*)$/gm)].map(
    ([, json]) => JSON.parse(json ?? '') as { type: string; data: object },
  );
  const accountId = sandbox.info.id;
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['account.created', { accountId: id, domain: 'other.example' }],
    ['domain.updated', { accountId: id, domain: 'other.example', dnsVerified: true, active: false }],
    ['template.created', { id: 'bye', accountId }],
    ['template.updated', { id: 'bye', accountId }],
    ['template.removed', { id: 'bye', accountId }],
  ]);
});

test('GET /events: added and removed faults and changed wire options are streamed', async () => {
  const { sandbox, until } = await listen();
  const { id } = sandbox.faults.add({ operation: 'sendEmail', effect: { status: 503 } });
  const other = sandbox.faults.add({ effect: { status: 500 } });
  sandbox.faults.remove(id);
  sandbox.faults.clear();
  sandbox.setWire('reference');
  const seen = await until('event: wire.updated');
  const told = [...seen.matchAll(/^data: (.*)$/gm)].map(
    ([, json]) => JSON.parse(json ?? '') as { type: string; data: object },
  );
  expect(told.map(({ type, data }) => [type, data])).toEqual([
    ['fault.created', expect.objectContaining({ id, operation: 'sendEmail' })],
    ['fault.created', expect.objectContaining({ id: other.id })],
    ['fault.removed', expect.objectContaining({ id, operation: 'sendEmail' })],
    ['fault.removed', expect.objectContaining({ id: other.id })],
    ['wire.updated', sandbox.wire],
  ]);
});

test('reading the control plane changes no later id (A17)', async () => {
  const looks = [0, 3];
  const ids = await Promise.all(
    looks.map(async (times) => {
      const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01', randomSeed: 7 });
      const look = () => call(sandbox, 'GET', '/_sandbox/messages');
      for (let time = 0; time < times; time++) expect((await look()).status).toBe(200);
      return (await call(sandbox, 'GET', emails, { key: sandbox.testApiKey })).headers.get('x-request-id');
    }),
  );
  expect(ids[0]).toBe(ids[1]);
});

test('GET /events: a reader that stops reading is dropped when 10,000 events are waiting for it', async () => {
  const sandbox = createSandbox();
  const response = await ask(sandbox, 'GET', '/_sandbox/events');
  const reader = response.body?.getReader();
  const happen = (times: number) => {
    for (let time = 0; time < times; time++) sandbox.credits.set(time % 2);
  };
  happen(10_000);
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': listening\n\n');
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^id: 1\n/);
  happen(3);
  await expect(reader?.read()).rejects.toThrow('The reader is 10000 events behind: reconnect with since');
  happen(1);
  await expect(reader?.closed).rejects.toThrow('reconnect with since');
});

test('GET /events?since=0: a reader of all kept events may fall as far behind as any other', async () => {
  const sandbox = createSandbox({ eventLogSize: 20_000 });
  const happen = (times: number) => {
    for (let time = 0; time < times; time++) sandbox.credits.set(time % 2);
  };
  happen(20_000);
  const response = await ask(sandbox, 'GET', '/_sandbox/events?since=0');
  happen(10_000);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': listening\n\n');
  happen(2);
  await expect(reader?.read()).rejects.toThrow('reconnect with since');
});

test('GET /events over HTTP: the connection of a dropped reader is closed', async () => {
  const { sandbox, until } = await listen();
  await until(': listening');
  for (let time = 0; time < 20_000; time++) sandbox.credits.set(time % 2);
  await expect(until('never')).rejects.toThrow('terminated');
});

test('GET /events: on a running clock each event comes at its time, without a request (A64)', async () => {
  const { sandbox, until } = await listen('', { timing: { email: { sent: 10, delivered: 30 } } });
  await until(': listening');
  const [first, second] = [await send(sandbox), await send(sandbox)].map(({ body }) => body.data.id);
  const seen = await until(`"type":"email.delivered","data":{"id":"${second}"`);
  const times = [...seen.matchAll(/^data: (.*)$/gm)]
    .map(([, json]) => JSON.parse(json ?? '') as { at: string; data: { id: string } })
    .filter(({ data }) => data.id === first)
    .map(({ at }) => Date.parse(at));
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 10, 30]);
});

test('GET /events: on a running clock a batch proceeds without a request (A107)', async () => {
  const { sandbox, until } = await listen('', { timing: { verification: { pending: 10, perEmail: 10 } } });
  await until(': listening');
  await call(sandbox, 'POST', '/api/v1/email-verification/batch', {
    json: { emails: ['a@b.example', 'c@d.example'] },
  });
  expect(await until('event: verification.completed')).toContain('event: verification.started');
});

test('GET /events: events come at their times after a frozen clock was released', async () => {
  const { sandbox, until } = await listen('', { timing: { email: { sent: 10, delivered: 30 } } });
  sandbox.clock.freeze();
  await until(': listening');
  await send(sandbox);
  sandbox.clock.resume();
  expect(await until('event: email.delivered')).toContain('event: email.sent');
});

test('without a listener, nothing keeps a timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = createSandbox();
  await send(sandbox);
  expect(vi.getTimerCount()).toBe(0);
  const response = await ask(sandbox, 'GET', '/_sandbox/events');
  expect(vi.getTimerCount()).toBe(1);
  await response.body?.cancel();
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
});
