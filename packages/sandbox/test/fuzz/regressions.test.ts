import { createSandbox } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';

const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00Z' });

function call(method: string, path: string, body?: string): Promise<Response> {
  return sandbox.fetch(`${sandbox.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.liveApiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
}

describe('what the fuzzing found stays mended', () => {
  test('refusals and the journal do not repeat an API key sent in the wrong place (A21)', async () => {
    const key = sandbox.liveApiKey;
    const answers = [
      await call('GET', `/api/v1/${key}`),
      await call('POST', '/api/v1/email-verification/single', JSON.stringify({ email: key })),
      await call('GET', `/api/v1/emails?status=${key}`),
      await call('GET', `/_sandbox/messages/${key}`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const { error } = await answer.json();
      expect(JSON.stringify(error)).not.toContain(key);
    }
    const journal = await (await call('GET', '/_sandbox/requests')).text();
    expect(journal).not.toContain(key);
    expect(journal).toContain('sk_live_***');
  });

  test('HEAD on the control plane has no body, and ends even on the event stream (A10)', async () => {
    for (const path of ['/health', '/events', '/nowhere']) {
      const answer = await call('HEAD', `/_sandbox${path}`);
      expect(await answer.text()).toBe('');
    }
  });

  test.each([
    ['PUT', '/wire', '{"preset":{"toString":1,"valueOf":1}}', 'preset'],
    ['POST', '/accounts/default/keys', '{"environment":"live","expiresAt":9007199254740991}', 'expiresAt'],
    ['POST', '/clock', '{"advanceTo":9007199254740991}', 'advanceTo'],
  ])('%s %s %s is a 400 (A22)', async (method, path, body, field) => {
    const answer = await call(method, `/_sandbox${path}`, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR', details: { field } } });
  });
});
