import { type Endpoints, environmentOf, type WireOptions } from '@mailrig/contract';
import { createSandbox, Sandbox } from '../control/sandbox.ts';
import { neverWarn } from '../service/routing/warn-once.ts';
import type { Deployment } from './deployment.ts';

/** A sandbox to compare a deployment with, with some records of each kind: an empty one would show little. */
export async function referenceFor(
  deployment: Deployment,
  wire: WireOptions,
  endpoints: Endpoints = 'documented',
): Promise<Deployment> {
  const { apiKey, from } = deployment;
  const domain = from?.slice(from.lastIndexOf('@') + 1) ?? 'example.com';
  const contacts = [{ email: 'ada@example.org' }, { email: 'gone@example.org', status: 'bounced' as const }];
  const seed = { accounts: [{ domain: { name: domain }, contactLists: [{ name: 'Readers', contacts }] }] };
  const sandbox = createSandbox({ wire, endpoints, clock: 'manual', seed });
  neverWarn(Sandbox.storeOf(sandbox).start);
  const { baseUrl, liveApiKey, fetch } = sandbox;
  const key = environmentOf(apiKey) === 'test' ? sandbox.testApiKey : liveApiKey;
  const post = (path: string, body: object) =>
    fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const subject of ['First', 'Second']) {
    await post('/api/v1/emails', { from: `probe@${domain}`, to: 'ada@example.org', subject, text: subject });
    await post('/api/v1/email-verification/batch', { emails: [`${subject}@example.org`] });
    sandbox.clock.advance('1m');
  }
  return {
    ...deployment,
    baseUrl,
    apiKey: key,
    liveHost: new URL(baseUrl).host,
    fetch,
    now: () => sandbox.clock.now(),
    wait: async (milliseconds) => void sandbox.clock.advance(milliseconds),
  };
}
