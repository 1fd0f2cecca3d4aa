import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Call, compare } from './compare.ts';
import { email } from './http/email.ts';
import { type Load, send } from './http/load.ts';

const connections = 50;
const requests = 1_000;

const sandboxSend = () => ({
  path: '/api/v1/emails',
  headers: { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' },
  body: JSON.stringify(email),
});

let token = 0;
const peers = {
  'emulate, Resend': () =>
    // It has a rate limit per token that cannot be turned off.
    caller('emulate', () => ({
      path: '/emails',
      headers: { authorization: `Bearer re_${token++}`, 'content-type': 'application/json' },
      body: JSON.stringify(email),
    })),
  'aws-ses-v2-local': () =>
    caller('ses', () => ({
      path: '/v2/email/outbound-emails',
      headers: { authorization: 'AWS4-HMAC-SHA256 Credential=none', 'content-type': 'application/json' },
      body: JSON.stringify({
        FromEmailAddress: email.from,
        Destination: { ToAddresses: [email.to] },
        Content: { Simple: { Subject: { Data: email.subject }, Body: { Html: { Data: email.html } } } },
      }),
    })),
};

const installed = existsSync(new URL('../peers/node_modules/emulate', import.meta.url));

await compare(import.meta.filename, `${requests} sends over ${connections} loopback connections`, {
  'node:http, JSON and zod only': () => caller('bare', sandboxSend),
  'sandbox over HTTP': () => caller('sandbox', sandboxSend),
  ...(installed && peers),
});

async function caller(server: string, message: () => Omit<Load, 'port' | 'connections'>): Promise<Call> {
  const child = fork(new URL('http/serve.ts', import.meta.url), [server]);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`${server} ended with ${code}`)));
  });
  return () => send({ ...message(), port, connections }, requests);
}
