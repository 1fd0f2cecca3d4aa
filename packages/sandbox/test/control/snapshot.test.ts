import { expect, test } from 'vitest';
import { controlPlane } from './control.ts';

const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Hello', text: 'Hi' };

controlPlane('snapshot', (open) => {
  test('GET and PUT /snapshot: another sandbox goes on where the first one stood', async () => {
    const first = await open();
    await first.api('POST', '/emails', email);
    await first.control('POST', '/clock', { advance: '1s' });
    const saved = await first.control('GET', '/snapshot');

    const second = await open({ randomSeed: 'another' });
    expect((await second.control('PUT', '/snapshot', saved.json)).outcome).toBe('204');
    expect(second.sandbox.check()).toEqual([]);
    expect((await second.control('GET', '/messages')).json).toEqual(
      (await first.control('GET', '/messages')).json,
    );
    const ids = await Promise.all(
      [first, second].map(async (plane) => (await plane.api('POST', '/emails', email)).json),
    );
    expect(ids[0]).toMatchObject({ success: true });
    expect(ids[1]).toEqual(ids[0]);
    for (const plane of [first, second]) await plane.control('POST', '/clock', { runUntilIdle: true });
    expect((await second.control('GET', '/messages?status=delivered')).json).toMatchObject({ total: 2 });
  });

  test('GET and PUT /snapshot: a body that nests as deep as the API takes can be put back', async () => {
    const plane = await open();
    const nested = JSON.parse(`${'{"a":'.repeat(98)}1${'}'.repeat(98)}`) as object;
    expect((await plane.api('POST', '/emails', { ...email, variables: nested })).outcome).toBe('201');
    const saved = await plane.control('GET', '/snapshot');
    expect((await plane.control('PUT', '/snapshot', saved.json)).outcome).toBe('204');
  });

  test('PUT /snapshot: a damaged one is refused and changes nothing', async () => {
    const plane = await open();
    await plane.api('POST', '/emails', email);
    const saved = (await plane.control('GET', '/snapshot')).json as {
      tables: { messages: { entries: unknown[] } };
    };
    for (const damaged of [
      { ...saved, version: 99 },
      { ...saved, tables: { ...saved.tables, messages: { sequence: 1, entries: [[0, null]] } } },
      { ...saved, due: 5 },
      {},
    ]) {
      expect((await plane.control('PUT', '/snapshot', damaged)).outcome).toBe('400 VALIDATION_ERROR');
      expect((await plane.control('GET', '/messages')).json).toMatchObject({ total: 1 });
      expect(plane.sandbox.check()).toEqual([]);
    }
  });
});
