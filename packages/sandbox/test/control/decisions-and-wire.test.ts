import { wireOptions } from '@mailrig/contract';
import { decisions } from '@mailrig/contract/decisions';
import { expect, test } from 'vitest';
import { controlPlane } from '../harness.ts';
import { expectInvalid, read, send } from './control.ts';

/** The default of each option, which is its first value. */
const standard = Object.fromEntries(Object.entries(wireOptions).map(([option, [value]]) => [option, value]));

controlPlane('decisions and wire options', (open) => {
  test('GET /decisions: the ledger has every decision', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/decisions');
    expect(response.outcome).toBe('200');
    const found = [...response.text.matchAll(/"id":\s*"(A\d+)"/g)].map(([, id]) => id);
    expect(found).toEqual(decisions.map(({ id }) => id));
    for (const { id } of decisions) expect(response.text).toContain(`"${id}"`);
  });

  test('GET /decisions: every decision has its evidence and its standing', async () => {
    const service = await open();
    const body = read<{ decisions: readonly unknown[] }>(await service.call('GET', '/_sandbox/decisions'));
    expect(body.decisions).toHaveLength(decisions.length);
    for (const [index, { id, evidence }] of decisions.entries()) {
      expect(body.decisions[index]).toMatchObject({ id, evidence });
    }
    expect(body.decisions).toContainEqual(expect.objectContaining({ id: 'A4', standing: 'assumed' }));
    expect(body.decisions).toContainEqual(expect.objectContaining({ id: 'A5', standing: 'documented' }));
    expect(body.decisions).toContainEqual(expect.objectContaining({ id: 'A41', standing: 'observed' }));
    expect(body.decisions).toContainEqual(expect.objectContaining({ id: 'A123', standing: 'contradicted' }));
  });

  test('GET /wire: the response has the options in force, which start as the documented defaults', async () => {
    const service = await open();
    const response = await service.call('GET', '/_sandbox/wire');
    expect(response.outcome).toBe('200');
    expect(response.json).toEqual(standard);
  });

  test('GET /wire: the response has the options that the sandbox was created with', async () => {
    const service = await open({ wire: { nulls: 'explicit', ids: 'unprefixed' } });
    expect((await service.call('GET', '/_sandbox/wire')).json).toEqual({
      ...standard,
      nulls: 'explicit',
      ids: 'unprefixed',
    });
  });

  test('PUT /wire: every option accepts every value in the decisions', async () => {
    const service = await open();
    const values = Object.entries<readonly string[]>(wireOptions).flatMap(([option, [, ...others]]) =>
      others.map((value) => [option, value] as const),
    );
    for (const [option, value] of values) {
      const response = await service.call('PUT', '/_sandbox/wire', { json: { [option]: value } });
      expect(response.outcome, `${option} ${value}`).toBe('200');
      expect(response.json).toMatchObject({ [option]: value });
      expect((await service.call('GET', '/_sandbox/wire')).json).toEqual(response.json);
    }
  });

  test('PUT /wire: the API uses the new shape at once', async () => {
    const service = await open();
    await service.call('PUT', '/_sandbox/wire', { json: { sendResult: 'minimal' } });
    expect(Object.keys(await send(service)).toSorted()).toEqual(['messageId', 'skipped']);
    await service.call('PUT', '/_sandbox/wire', { json: { sendResult: 'full' } });
    expect(Object.keys(await send(service)).toSorted()).toEqual([
      'createdAt',
      'id',
      'messageId',
      'skipped',
      'status',
    ]);
  });

  test('PUT /wire: an invalid value is refused with its option and changes nothing', async () => {
    const service = await open();
    for (const [option, value] of [
      ['nulls', 'sometimes'],
      ['analytics', 5],
      ['sendErrorStatus', 400],
    ] as const) {
      expectInvalid(
        await service.call('PUT', '/_sandbox/wire', { json: { successStatus: '200', [option]: value } }),
        option,
      );
    }
    expect(read(await service.call('GET', '/_sandbox/wire'))).toEqual(standard);
  });
});
