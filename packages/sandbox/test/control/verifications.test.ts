import { expect, test } from 'vitest';
import { addOther, controlPlane, expectInvalid, type Plane, read } from './control.ts';

const bob = 'bob@example.net';
const results = `/verification-results/${encodeURIComponent(bob)}`;

/** What the API finds `email` to be. */
async function resultOf(plane: Plane, email = bob, key?: string): Promise<string> {
  const answer = await plane.api('POST', '/email-verification/single', { email }, key);
  return read<{ data: { result: string } }>(answer).data.result;
}

/** Submits a batch of two new addresses and returns its id. */
async function submit(plane: Plane, name: string): Promise<string> {
  const emails = [`${name}1@example.net`, `${name}2@example.net`];
  const answer = await plane.api('POST', '/email-verification/batch', { emails });
  return read<{ data: { verificationId: string } }>(answer).data.verificationId;
}

const batch = async (plane: Plane, id: string) => (await plane.api('GET', `/email-verification/${id}`)).json;

controlPlane('verifications', (open) => {
  test('PUT /verification-results/{email}: the address gets this result, whatever the rules say (A97)', async () => {
    const plane = await open();
    for (const result of ['valid', 'invalid', 'risky', 'unknown']) {
      const answer = await plane.control('PUT', results, { result });
      expect(answer.status).toBeLessThan(300);
      await plane.control('POST', '/clock', { advance: '24h' });
      expect(await resultOf(plane)).toBe(result);
    }
    expect(await resultOf(plane, 'bounce@example.net')).toBe('invalid');
  });

  test('PUT /verification-results/{email}: the case of the address makes no difference (A97)', async () => {
    const plane = await open();
    await plane.control('PUT', '/verification-results/BOB@Example.net', { result: 'risky' });
    expect(await resultOf(plane)).toBe('risky');
  });

  test('PUT /verification-results/{email}: invalid input is refused with its field', async () => {
    const plane = await open();
    expectInvalid(await plane.control('PUT', results, { result: 'clean' }), 'result');
    expectInvalid(await plane.control('PUT', results, {}), 'result');
    expectInvalid(await plane.control('PUT', '/verification-results/bob', { result: 'valid' }), 'email');
    expect(await resultOf(plane)).toBe('valid');
  });

  test('DELETE /verification-results/{email}: the rules decide again', async () => {
    const plane = await open();
    await plane.control('PUT', results, { result: 'invalid' });
    expect(await plane.control('DELETE', results)).toMatchObject({ status: 204, text: '' });
    expect(await resultOf(plane)).toBe('valid');
  });

  test('PUT /verification-results/{email}: each account has its own results', async () => {
    const plane = await open();
    await addOther(plane);
    const header = { 'x-sandbox-account': 'sk_live_other' };
    await plane.control('PUT', results, { result: 'unknown' }, header);
    expect(await resultOf(plane)).toBe('valid');
    expect(await resultOf(plane, bob, 'sk_live_other')).toBe('unknown');
  });

  test('POST /verifications/{id}/complete: the batch completes at once, with its results', async () => {
    const plane = await open();
    const id = await submit(plane, 'a');
    const answer = await plane.control('POST', `/verifications/${id}/complete`);
    expect(answer.status).toBeLessThan(300);
    expect(await batch(plane, id)).toMatchObject({
      data: {
        status: 'completed',
        processedEmails: 2,
        progress: 100,
        completedAt: '2026-01-01T00:00:00.000Z',
        results: { clean: ['a1@example.net', 'a2@example.net'] },
      },
    });
  });

  test('POST /verifications/{id}/fail: the batch fails, without results', async () => {
    const plane = await open();
    const id = await submit(plane, 'a');
    const answer = await plane.control('POST', `/verifications/${id}/fail`);
    expect(answer.status).toBeLessThan(300);
    expect(await batch(plane, id)).toMatchObject({ data: { status: 'failed' } });
    expect(await batch(plane, id)).not.toHaveProperty('data.results');
  });

  test('POST /verifications/{id}/complete and /fail: a finished verification is 409 and stays as it is (R193)', async () => {
    const plane = await open();
    const completed = await submit(plane, 'a');
    const failed = await submit(plane, 'b');
    await plane.control('POST', `/verifications/${completed}/complete`);
    await plane.control('POST', `/verifications/${failed}/fail`);
    for (const [id, status] of [
      [completed, 'completed'],
      [failed, 'failed'],
    ] as const) {
      for (const verb of ['complete', 'fail']) {
        const answer = await plane.control('POST', `/verifications/${id}/${verb}`);
        expect(answer.status, `${verb} what has ${status}`).toBe(409);
      }
      expect(await batch(plane, id)).toMatchObject({ data: { status } });
    }
    plane.sandbox.check();
  });

  test('POST /verifications/{id}/complete and /fail: an unknown verification, or another account’s, is 404', async () => {
    const plane = await open();
    const id = await submit(plane, 'a');
    const header = { 'x-sandbox-account': await addOther(plane) };
    for (const verb of ['complete', 'fail']) {
      expect((await plane.control('POST', `/verifications/ver_none/${verb}`)).outcome).toBe('404 NOT_FOUND');
      const theirs = await plane.control('POST', `/verifications/${id}/${verb}`, undefined, header);
      expect(theirs.outcome).toBe('404 NOT_FOUND');
    }
    expect(await batch(plane, id)).toMatchObject({ data: { status: 'pending' } });
  });

  test('POST /verifications/{id}/complete and /fail: nothing stays scheduled for the batch', async () => {
    const plane = await open();
    for (const verb of ['complete', 'fail']) {
      const emails = [`${verb}@example.net`];
      const batch = read<{ data: { verificationId: string } }>(
        await plane.api('POST', '/email-verification/batch', { emails }),
      );
      expect((await plane.control('GET', '/clock')).json).not.toMatchObject({ nextDueAt: null });
      expect(
        (await plane.control('POST', `/verifications/${batch.data.verificationId}/${verb}`)).status,
      ).toBe(200);
      expect((await plane.control('GET', '/clock')).json).toMatchObject({ nextDueAt: null });
    }
  });

  test('GET /verification-results: only the results of this account are listed', async () => {
    const plane = await open();
    await plane.control('PUT', results, { result: 'risky', reason: 'shared' });
    const header = { 'x-sandbox-account': await addOther(plane) };
    expect((await plane.control('GET', '/verification-results')).json).toEqual({
      results: [{ email: bob, result: 'risky', reason: 'shared' }],
    });
    expect((await plane.control('GET', '/verification-results', undefined, header)).json).toEqual({
      results: [],
    });
  });

  test('GET /verifications: the account’s verifications are listed newest first, live before test, without results', async () => {
    const plane = await open();
    const header = { 'x-sandbox-account': await addOther(plane) };
    await resultOf(plane, 'carol@example.net', plane.sandbox.apiKey);
    await resultOf(plane);
    const id = await submit(plane, 'a');
    const answer = await plane.control('GET', '/verifications');
    expect(answer.json).toMatchObject({
      verifications: [
        { id, type: 'batch', status: 'pending' },
        { type: 'single', totalEmails: 1 },
        { type: 'single' },
      ],
      total: 3,
    });
    expect(answer.text).not.toContain(bob);
    expect((await plane.control('GET', '/verifications?limit=1')).json).toMatchObject({
      verifications: [{ id }],
      total: 3,
    });
    expect((await plane.control('GET', '/verifications', undefined, header)).json).toMatchObject({
      total: 0,
    });
  });
});
