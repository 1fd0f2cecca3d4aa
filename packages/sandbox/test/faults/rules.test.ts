import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';
import { request, start } from '../http/raw.ts';
import { savedText, stateOf } from '../saved-state.ts';

type Rule = Parameters<ReturnType<typeof createSandbox>['faults']['add']>[0];

const contradictions: readonly (readonly [rule: Rule, field: string])[] = [
  [{ effect: { network: 'reset', status: 500 } }, 'effect.status'],
  [{ effect: { network: 'drop', body: 'html' } }, 'effect.body'],
  [{ effect: { network: 'hang', headers: { 'x-a': 'b' } } }, 'effect.headers'],
  [{ effect: { network: 'hang', retryAfter: 1 } }, 'effect.retryAfter'],
  [{ effect: { network: 'cut', status: 204 } }, 'effect.network'],
  [{ effect: { network: 'cut', body: 'empty' } }, 'effect.network'],
  [{ phase: 'before', effect: { network: 'cut' } }, 'effect.status'],
  [{ phase: 'before', effect: { headers: { 'x-a': 'b' } } }, 'effect.status'],
  [{ effect: { code: 'BRAND_NEW' } }, 'effect.status'],
  [{ effect: { message: 'Sorry' } }, 'effect.status'],
  [{ effect: { body: 'bare' } }, 'effect.status'],
  [{ effect: { status: 304, body: 'html' } }, 'effect.body'],
  [{ operation: 'putUpload', effect: { body: 'success-false' } }, 'effect.body'],
  [{ effect: { status: 600 } }, 'effect.status'],
  [{ effect: { retryAfter: -1 } }, 'effect.retryAfter'],
  [{ effect: { retryAfter: 'soon' } }, 'effect.retryAfter'],
  [{ effect: { headers: { 'a b': 'c' } } }, 'effect.headers.a b'],
  [{ effect: { headers: { 'X-A': 'b\nc' } } }, 'effect.headers.X-A'],
  [{ effect: { headers: { 'Content-Length': '7' } } }, 'effect.headers.Content-Length'],
  [{ effect: {} }, 'effect'],
];

test.for(contradictions)('%j is refused by the name of its field', ([rule, field]) => {
  const sandbox = createSandbox();
  expect(() => sandbox.faults.add(rule)).toThrow(
    expect.objectContaining({ status: 400, details: expect.objectContaining({ field }) }),
  );
  expect(sandbox.faults.list()).toEqual([]);
});

test.each(['Content-Length', 'Transfer-Encoding', 'Connection', 'Trailer'])(
  'over HTTP, a fault that sets %s is refused by the name of its field, alone and in a snapshot (A22)',
  async (name) => {
    const server = await start();
    const ask = async (method: string, path: string, body: string) => {
      const [response] = await (await server.open(request(method, path, { body }))).responses(1);
      return response;
    };
    const effect = { headers: { [name]: '7' } };
    const added = await ask('POST', '/_sandbox/faults', JSON.stringify({ effect }));
    expect(added?.status).toBe(400);
    expect(JSON.parse(added?.body ?? '').error.details.field).toBe(`effect.headers.${name}`);
    const fault = { id: '1', skip: 0, phase: 'after', effect };
    const saved = stateOf(server.sandbox);
    const faults = { sequence: 1, entries: [[0, fault]] as const };
    const text = savedText({ ...saved, sections: { ...saved.sections, faults } });
    const loaded = await ask('PUT', '/_sandbox/snapshot', text);
    expect(loaded?.status).toBe(400);
    expect(loaded?.body).toContain(`effect.headers.${name} is for the server to set`);
    const [response] = await (await server.open(request('GET', '/api/v1/emails'))).responses(1);
    expect(response?.status).toBe(200);
  },
);

test('effects that only change the real response apply after it, all others before', () => {
  const { faults } = createSandbox();
  const phases = [
    { headers: { 'x-a': 'b' } },
    { retryAfter: 1 },
    { body: 'html' },
    { network: 'cut' },
    { status: 500 },
    { status: 500, body: 'html' },
    { network: 'reset' },
    { delay: 1 },
  ] as const;
  expect(phases.map((effect) => faults.add({ effect }).phase)).toEqual([
    ...Array<string>(4).fill('after'),
    ...Array<string>(4).fill('before'),
  ]);
});
