import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { Mailrig } from 'mailrig';

// Next refuses `await using` when it builds with webpack.
export async function GET() {
  const server = await serve({ sandbox: createSandbox(), port: 0 });
  try {
    const mail = new Mailrig({ apiKey: server.sandbox.liveApiKey, baseUrl: server.url });
    return Response.json(await mail.emails.list());
  } finally {
    await server.close();
  }
}
