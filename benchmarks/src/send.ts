import { createServer } from 'node:http';
import { createSandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import { Mailrig, type MailrigOptions } from 'mailrig';
import { setupServer } from 'msw/node';
import { email, receipt } from './client/answers.ts';
import { type Call, compare } from './compare.ts';

await compare(import.meta.filename, 'One email, from the call to its result', {
  'fetch, server with fixed JSON': async () => {
    const url = `${await serveFixed()}/api/v1/emails`;
    const init = {
      method: 'POST',
      headers: { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' },
      body: JSON.stringify(email),
    };
    return async () => (await fetch(url, init)).json();
  },
  'client, server with fixed JSON': async () => sender({ baseUrl: await serveFixed() }),
  'client, sandbox.fetch': () => {
    const sandbox = createSandbox({ rateLimit: false });
    return sender({ baseUrl: sandbox.baseUrl, fetch: sandbox.fetch });
  },
  'client, sandbox under MSW': () => {
    const sandbox = createSandbox({ rateLimit: false });
    setupServer(...handlers(sandbox)).listen();
    return sender({ baseUrl: sandbox.baseUrl });
  },
  'client, sandbox over loopback HTTP': async () => {
    const { url } = await serve({ sandbox: createSandbox({ rateLimit: false }), port: 0 });
    return sender({ baseUrl: url });
  },
});

function sender(options: MailrigOptions): Call {
  const mail = new Mailrig({ apiKey: 'sk_live_sandbox', ...options });
  return () => mail.emails.send(email);
}

/** The simplest server: reads the body and always gives the same response. */
function serveFixed(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': receipt.length });
      response.end(receipt);
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
}
