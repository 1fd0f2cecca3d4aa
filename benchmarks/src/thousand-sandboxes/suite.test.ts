import { createSandbox } from '@mailrig/sandbox';
import { expect, test } from 'vitest';

const count = 1_000;

test.for(Array.from({ length: count }, (_, index) => index + 1))(
  'email %i is in its own mailbox',
  async (index) => {
    const sandbox = createSandbox();
    const subject = `Welcome ${index}`;
    const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'ada@example.com', to: 'grace@example.org', subject, text: 'Hello' }),
    });
    expect(response.status).toBe(201);
    expect(sandbox.mailbox.list().map((message) => message.subject)).toEqual([subject]);
  },
);
