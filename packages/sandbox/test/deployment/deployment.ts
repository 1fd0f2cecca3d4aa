import type { Deployment } from '@mailrig/sandbox/deployment';
import { createSandbox, type Sandbox, type SandboxOptions } from '@mailrig/sandbox';

/** A sandbox as a deployment: it is asked only from outside. */
export interface Deployed {
  readonly sandbox: Sandbox;
  /** It is asked on its own clock. */
  readonly deployment: Deployment;
}

/** A fresh sandbox, and its test key. */
export function deploy(options: SandboxOptions = {}): Deployed {
  const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-01T00:00:00Z', ...options });
  const { baseUrl, apiKey, fetch } = sandbox.clientOptions('test');
  return {
    sandbox,
    deployment: {
      baseUrl,
      apiKey,
      from: 'ada@example.com',
      fetch,
      now: () => sandbox.clock.now(),
      wait: async (milliseconds) => void sandbox.clock.advance(milliseconds),
    },
  };
}

/** A sandbox with emails, lists, contacts and verifications, and its live key. It serves all endpoints. */
export async function deployFilled(options: SandboxOptions = {}): Promise<Deployed> {
  const { sandbox, deployment } = deploy({
    ...options,
    endpoints: 'published',
    rateLimit: false,
  });
  const { baseUrl, liveApiKey } = sandbox;
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${liveApiKey}`, 'content-type': 'application/json' };
    const response = await sandbox.fetch(baseUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { data } = (await response.json()) as { data: { id?: string } };
    return data.id;
  };
  for (const subject of ['First', 'Second']) {
    await post('/api/v1/emails', { from: 'ada@example.com', to: 'bob@example.org', subject, text: 'Hi' });
    sandbox.clock.advance('1m');
  }
  const list = String(await post('/api/v1/contact-lists', { name: 'Readers' }));
  const contacts = `/api/v1/contact-lists/${list}/contacts`;
  await post(contacts, { email: 'ada@example.org' });
  const gone = String(await post(contacts, { email: 'gone@example.org' }));
  sandbox.contacts.setStatus(gone, 'bounced');
  await post('/api/v1/email-verification/batch', { emails: ['ada@example.org'] });
  sandbox.clock.advance('1m');
  return {
    sandbox,
    deployment: { ...deployment, apiKey: liveApiKey, liveHost: new URL(baseUrl).host },
  };
}
