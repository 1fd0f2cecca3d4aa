import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

test('apiKey and liveApiKey belong to the default account, even if another account has the usual keys', () => {
  const own = [
    { environment: 'live', key: 'sk_live_own' },
    { environment: 'test', key: 'sk_test_own' },
  ] as const;
  const usual = [
    { environment: 'live', key: 'sk_live_sandbox' },
    { environment: 'test', key: 'sk_test_sandbox' },
  ] as const;
  const sandbox = createSandbox({
    seed: { accounts: [{ keys: own }, { domain: { name: 'other.example' }, keys: usual }] },
  });
  expect([sandbox.liveApiKey, sandbox.apiKey]).toEqual(['sk_live_own', 'sk_test_own']);
});

test('apiKey and liveApiKey are working keys as long as there are any (R22, R23)', () => {
  const sandbox = createSandbox({ clock: 'manual' });
  const rotated = sandbox.keys.rotate(sandbox.liveApiKey).key;
  expect(sandbox.liveApiKey).toBe(rotated);

  const { key } = sandbox.keys.create({
    environment: 'test',
    expiresAt: sandbox.clock.now().getTime() + 1_000,
  });
  expect(sandbox.apiKey).toBe('sk_test_sandbox');
  sandbox.keys.expire('sk_test_sandbox');
  expect(sandbox.apiKey).toBe(key);
  sandbox.clock.advance(1_000);
  expect(sandbox.apiKey).toBe('sk_test_sandbox');
});
