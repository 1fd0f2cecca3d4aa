import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { Mailrig } from 'mailrig';

export async function GET() {
  await using server = await serve({ sandbox: createSandbox(), port: 0 });
  const mail = new Mailrig({ apiKey: server.sandbox.liveApiKey, baseUrl: server.url });
  return Response.json(await mail.emails.list());
}
