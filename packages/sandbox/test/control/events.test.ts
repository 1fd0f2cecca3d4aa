import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, onTestFinished, test } from 'vitest';

const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hi' };

/** Opens the stream of events, over HTTP, and reads it piece by piece. */
async function listen(query = '') {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00.000Z' });
  const server = await serve({ sandbox, port: 0 });
  onTestFinished(() => server.close());
  const send = () =>
    sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(email),
    });
  if (query !== '') await send();
  const response = await fetch(`${server.url}/_sandbox/events${query}`);
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
  return { sandbox, send, response, until };
}

test('GET /events: what happens is told as it happens, with its own time', async () => {
  const { sandbox, send, response, until } = await listen();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await until(': listening');
  await send();
  await until('event: email.queued');
  sandbox.clock.advance('2s');
  const seen = await until('event: email.delivered');
  const data = [...seen.matchAll(/^data: (.*)$/gm)].map(
    ([, json]) => JSON.parse(json ?? '') as { type: string; at: string },
  );
  expect(data.map(({ type, at }) => [type, at])).toEqual([
    ['email.queued', '2026-01-01T00:00:00.000Z'],
    ['email.sent', '2026-01-01T00:00:00.500Z'],
    ['email.delivered', '2026-01-01T00:00:02.000Z'],
  ]);
});

test('GET /events?since=0: what happened before is told first', async () => {
  const { until } = await listen('?since=0');
  expect(await until('event: email.queued')).toMatch(/^id: 1$/m);
});

test('GET /events?requests=true: each request is told too, without a number and without its key', async () => {
  const { sandbox, until } = await listen('?requests=true');
  await until(': listening');
  await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails?status=sent`, {
    headers: { authorization: `Bearer ${sandbox.liveApiKey}` },
  });
  const seen = await until('"operation":"listEmails"');
  const [, block = ''] = /(event: request\n[^]*?)\n\n/.exec(seen) ?? [];
  expect(block).not.toContain('id: ');
  expect(block).not.toContain(sandbox.liveApiKey);
});

test('GET /events: a listener that goes away is forgotten', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/events`);
  await response.body?.cancel();
  const sent = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(email),
  });
  expect(sent.status).toBe(201);
});

test('GET /events: what is changed by the API or by hand is told, and no key with it', async () => {
  const { sandbox, response, until } = await listen();
  expect(response.status).toBe(200);
  const call = async (method: string, path: string, body: object) => {
    const answer = await sandbox.fetch(`${sandbox.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const list = `/contact-lists/${await call('POST', '/contact-lists', { name: 'Readers' })}`;
  await call('PUT', list, { name: 'Writers' });
  const contact = await call('POST', `${list}/contacts`, { email: 'bob@example.net' });
  await call('PUT', `${list}/contacts/${contact}`, { firstName: 'Bob' });
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

test('GET /events: accounts, domains and templates that come, change and go are told', async () => {
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

test('GET /events: faults that come and go and other wire options are told', async () => {
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

test('A17: who looks on through the control plane changes no id that is still to come', async () => {
  const looks = [0, 3];
  const ids = await Promise.all(
    looks.map(async (times) => {
      const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01', randomSeed: 7 });
      const look = () => sandbox.fetch(`${sandbox.baseUrl}/_sandbox/messages`);
      for (let time = 0; time < times; time++) expect((await look()).status).toBe(200);
      const answer = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
        headers: { 'x-api-key': sandbox.apiKey },
      });
      return answer.headers.get('x-request-id');
    }),
  );
  expect(ids[0]).toBe(ids[1]);
});

test('GET /events: a reader that stops reading is dropped once 10,000 events wait for it', async () => {
  const sandbox = createSandbox();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/events`);
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

test('GET /events?since=0: whoever asks for all that was kept may fall as far behind as others', async () => {
  const sandbox = createSandbox({ eventLogSize: 20_000 });
  const happen = (times: number) => {
    for (let time = 0; time < times; time++) sandbox.credits.set(time % 2);
  };
  happen(20_000);
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/events?since=0`);
  happen(10_000);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': listening\n\n');
  happen(2);
  await expect(reader?.read()).rejects.toThrow('reconnect with since');
});

test('GET /events over HTTP: the connection of a reader that was dropped is closed', async () => {
  const { sandbox, until } = await listen();
  await until(': listening');
  for (let time = 0; time < 20_000; time++) sandbox.credits.set(time % 2);
  await expect(until('never')).rejects.toThrow('terminated');
});
