import { expect, test } from 'vitest';
import { controlPlane, type Service } from '../harness.ts';
import { addOther, expectInvalid, read } from './control.ts';

const bob = 'bob@example.net';
const results = `/verification-results/${encodeURIComponent(bob)}`;

/** The API’s verification result for `email`. */
async function resultOf(service: Service, email = bob, key?: string): Promise<string> {
  const response = await service.call('POST', '/api/v1/email-verification/single', { json: { email }, key });
  return read<{ data: { result: string } }>(response).data.result;
}

/** Submits a batch of two new addresses and returns its id. */
async function submit(service: Service, name: string): Promise<string> {
  const emails = [`${name}1@example.net`, `${name}2@example.net`];
  const response = await service.call('POST', '/api/v1/email-verification/batch', { json: { emails } });
  return read<{ data: { verificationId: string } }>(response).data.verificationId;
}

const batch = async (service: Service, id: string) =>
  (await service.call('GET', `/api/v1/email-verification/${id}`)).json;

controlPlane('verifications', (open) => {
  test('PUT /verification-results/{email}: the address gets this result, whatever the rules say (A97)', async () => {
    const service = await open();
    for (const result of ['valid', 'invalid', 'risky', 'unknown']) {
      const response = await service.call('PUT', `/_sandbox${results}`, { json: { result } });
      expect(response.status).toBeLessThan(300);
      await service.call('POST', '/_sandbox/clock', { json: { advance: '24h' } });
      expect(await resultOf(service)).toBe(result);
    }
    expect(await resultOf(service, 'bounce@example.net')).toBe('invalid');
  });

  test('PUT /verification-results/{email}: the case of the address makes no difference (A97)', async () => {
    const service = await open();
    await service.call('PUT', '/_sandbox/verification-results/BOB@Example.net', {
      json: { result: 'risky' },
    });
    expect(await resultOf(service)).toBe('risky');
  });

  test('PUT /verification-results/{email}: invalid input is refused with its field', async () => {
    const service = await open();
    expectInvalid(await service.call('PUT', `/_sandbox${results}`, { json: { result: 'clean' } }), 'result');
    expectInvalid(await service.call('PUT', `/_sandbox${results}`, { json: {} }), 'result');
    expectInvalid(
      await service.call('PUT', '/_sandbox/verification-results/bob', { json: { result: 'valid' } }),
      'email',
    );
    expect(await resultOf(service)).toBe('valid');
  });

  test('DELETE /verification-results/{email}: the rules decide again', async () => {
    const service = await open();
    await service.call('PUT', `/_sandbox${results}`, { json: { result: 'invalid' } });
    expect(await service.call('DELETE', `/_sandbox${results}`)).toMatchObject({ status: 204, text: '' });
    expect(await resultOf(service)).toBe('valid');
  });

  test('PUT /verification-results/{email}: each account has its own results', async () => {
    const service = await open();
    await addOther(service);
    const header = { 'x-sandbox-account': 'sk_live_other' };
    await service.call('PUT', `/_sandbox${results}`, { json: { result: 'unknown' }, headers: header });
    expect(await resultOf(service)).toBe('valid');
    expect(await resultOf(service, bob, 'sk_live_other')).toBe('unknown');
  });

  test('POST /verifications/{id}/complete: the batch completes at once, with its results', async () => {
    const service = await open();
    const id = await submit(service, 'a');
    const response = await service.call('POST', `/_sandbox/verifications/${id}/complete`);
    expect(response.status).toBeLessThan(300);
    expect(await batch(service, id)).toMatchObject({
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
    const service = await open();
    const id = await submit(service, 'a');
    const response = await service.call('POST', `/_sandbox/verifications/${id}/fail`);
    expect(response.status).toBeLessThan(300);
    expect(await batch(service, id)).toMatchObject({ data: { status: 'failed' } });
    expect(await batch(service, id)).not.toHaveProperty('data.results');
  });

  test('POST /verifications/{id}/complete and /fail: a finished verification is 409 and stays as it is (R193)', async () => {
    const service = await open();
    const completed = await submit(service, 'a');
    const failed = await submit(service, 'b');
    await service.call('POST', `/_sandbox/verifications/${completed}/complete`);
    await service.call('POST', `/_sandbox/verifications/${failed}/fail`);
    for (const [id, status] of [
      [completed, 'completed'],
      [failed, 'failed'],
    ] as const) {
      for (const verb of ['complete', 'fail']) {
        const response = await service.call('POST', `/_sandbox/verifications/${id}/${verb}`);
        expect(response.status, `${verb} what has ${status}`).toBe(409);
      }
      expect(await batch(service, id)).toMatchObject({ data: { status } });
    }
    expect(service.sandbox.check()).toEqual([]);
  });

  test('POST /verifications/{id}/complete and /fail: an unknown verification, or another account’s, is 404', async () => {
    const service = await open();
    const id = await submit(service, 'a');
    const header = { 'x-sandbox-account': await addOther(service) };
    for (const verb of ['complete', 'fail']) {
      expect((await service.call('POST', `/_sandbox/verifications/ver_none/${verb}`)).outcome).toBe(
        '404 NOT_FOUND',
      );
      const theirs = await service.call('POST', `/_sandbox/verifications/${id}/${verb}`, { headers: header });
      expect(theirs.outcome).toBe('404 NOT_FOUND');
    }
    expect(await batch(service, id)).toMatchObject({ data: { status: 'pending' } });
  });

  test('POST /verifications/{id}/complete and /fail: nothing stays scheduled for the batch', async () => {
    const service = await open();
    for (const verb of ['complete', 'fail']) {
      const emails = [`${verb}@example.net`];
      const batch = read<{ data: { verificationId: string } }>(
        await service.call('POST', '/api/v1/email-verification/batch', { json: { emails } }),
      );
      expect((await service.call('GET', '/_sandbox/clock')).json).not.toMatchObject({ nextDueAt: null });
      expect(
        (await service.call('POST', `/_sandbox/verifications/${batch.data.verificationId}/${verb}`)).status,
      ).toBe(200);
      expect((await service.call('GET', '/_sandbox/clock')).json).toMatchObject({ nextDueAt: null });
    }
  });

  test('GET /verification-results: only the results of this account are listed', async () => {
    const service = await open();
    await service.call('PUT', `/_sandbox${results}`, { json: { result: 'risky', reason: 'shared' } });
    const header = { 'x-sandbox-account': await addOther(service) };
    expect((await service.call('GET', '/_sandbox/verification-results')).json).toEqual({
      results: [{ email: bob, result: 'risky', reason: 'shared' }],
      total: 1,
    });
    expect((await service.call('GET', '/_sandbox/verification-results', { headers: header })).json).toEqual({
      results: [],
      total: 0,
    });
  });

  test('GET /verifications: the account’s verifications are listed newest first, without results', async () => {
    const service = await open();
    const header = { 'x-sandbox-account': await addOther(service) };
    await resultOf(service, 'carol@example.net', service.sandbox.testApiKey);
    await resultOf(service);
    const id = await submit(service, 'a');
    const response = await service.call('GET', '/_sandbox/verifications');
    expect(response.json).toMatchObject({
      verifications: [
        { id, type: 'batch', status: 'pending' },
        { type: 'single', totalEmails: 1 },
        { type: 'single' },
      ],
      total: 3,
    });
    expect(response.text).not.toContain(bob);
    expect((await service.call('GET', '/_sandbox/verifications?limit=1')).json).toMatchObject({
      verifications: [{ id }],
      total: 3,
    });
    expect((await service.call('GET', '/_sandbox/verifications', { headers: header })).json).toMatchObject({
      total: 0,
    });
  });
});
