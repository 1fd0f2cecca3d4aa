import { check, operations } from '@mailrig/contract';
import { createSandbox } from '@mailrig/sandbox';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { Sandbox } from '../../packages/sandbox/src/control/sandbox.ts';
import { type Call, compare, isSmall } from './compare.ts';

const stored = isSmall ? 20 : 1_000;
const pageSize = 20;

const headers = { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' };
const send = {
  method: 'POST',
  headers,
  body: JSON.stringify({
    from: 'ada@example.com',
    to: 'grace@example.org',
    subject: 'Welcome',
    html: '<p>Welcome, Grace</p>',
  }),
};
const list = { headers };
const url = 'http://api.mailrig.test/api/v1/emails';

await compare(import.meta.filename, 'POST /api/v1/emails', {
  'a fake written by hand': () => caller(fake(), send),
  'sandbox.fetch': async () => caller((await filled()).fetch, send),
  'msw setupServer, fixed answer': async () => mocked(await (await filled()).fetch(url, send)),
});

await compare(import.meta.filename, 'POST /api/v1/emails, given as a Request', {
  'a fake written by hand': () => requester(fake()),
  'sandbox.fetch': async () => requester((await filled()).fetch),
});

await compare(import.meta.filename, 'POST /api/v1/emails, and looking back', {
  'without versions': async () => {
    const sandbox = await filled();
    Reflect.set(Sandbox.storeOf(sandbox), 'versions', undefined);
    return caller(sandbox.fetch, send);
  },
  'with versions': async () => caller((await filled()).fetch, send),
});

await compare(import.meta.filename, `GET /api/v1/emails, ${pageSize} of ${stored}`, {
  'a fake written by hand': async () => caller(await filledBy(fake()), list),
  'sandbox.fetch': async () => caller((await filled()).fetch, list),
});

/** A sandbox with some emails. */
async function filled() {
  const sandbox = createSandbox({ rateLimit: false });
  await filledBy(sandbox.fetch);
  return sandbox;
}

async function filledBy(fetch: typeof globalThis.fetch): Promise<typeof globalThis.fetch> {
  for (let count = 0; count < stored; count++) await fetch(url, send);
  return fetch;
}

/** What people write instead: it checks the key and the body and stores the emails. It has no clock and no limits. */
function fake(): typeof fetch {
  const emails: object[] = [];
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.headers.get('authorization') !== headers.authorization) return refusal(401);
    if (new URL(request.url).pathname !== '/api/v1/emails') return refusal(404);
    if (request.method === 'GET') {
      const data = { emails: emails.slice(-pageSize).toReversed(), total: emails.length };
      return Response.json({ success: true, data });
    }
    const checked = check(operations.sendEmail.body, await request.json());
    if (!checked.ok) return refusal(400);
    const email = { ...checked.value, id: crypto.randomUUID(), createdAt: new Date().toISOString() };
    emails.push(email);
    return Response.json({ success: true, data: email }, { status: 201 });
  };
}

function refusal(status: number): Response {
  return Response.json({ success: false }, { status });
}

/** A fixed answer behind MSW. */
async function mocked(response: Response): Promise<Call> {
  const { status } = response;
  const body = (await response.json()) as JsonBodyType;
  setupServer(http.post(url, () => HttpResponse.json(body, { status }))).listen();
  return caller(fetch, send);
}

function requester(fetch: typeof globalThis.fetch): Call {
  return async () => (await fetch(new Request(url, send))).text();
}

function caller(fetch: typeof globalThis.fetch, init: RequestInit): Call {
  return async () => (await fetch(url, init)).text();
}
