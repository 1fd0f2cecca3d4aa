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

await compare(import.meta.filename, 'POST /api/v1/emails', {
  'hand-written router, fixed answer': async () => fixed((await example()).send, send),
  'sandbox.fetch': async () => {
    const { sandbox, url } = await example();
    return caller(sandbox.fetch, url, send);
  },
  'msw setupServer, fixed answer': async () => {
    const { send: answer, url } = await example();
    return mocked(answer, url);
  },
});

await compare(import.meta.filename, 'POST /api/v1/emails, given as a Request', {
  'hand-written router, fixed answer': async () => {
    const { status, headers: answerHeaders, text } = await wholeOf((await example()).send);
    return requester(async (request) => {
      const key = request.headers.get('authorization');
      if (key !== 'Bearer sk_live_sandbox') return new Response(null, { status: 401 });
      await request.json();
      return new URL(request.url).pathname === '/api/v1/emails'
        ? new Response(text, { status, headers: answerHeaders })
        : new Response(null, { status: 404 });
    });
  },
  'sandbox.fetch': async () => {
    const { sandbox } = await example();
    return requester((request) => sandbox.fetch(request));
  },
});

await compare(import.meta.filename, 'POST /api/v1/emails, and looking back', {
  'without versions': async () => {
    const { sandbox, url } = await example();
    Reflect.set(Sandbox.storeOf(sandbox), 'versions', undefined);
    return caller(sandbox.fetch, url, send);
  },
  'with versions': async () => {
    const { sandbox, url } = await example();
    return caller(sandbox.fetch, url, send);
  },
});

await compare(import.meta.filename, `GET /api/v1/emails, ${pageSize} of ${stored}`, {
  'hand-written router, fixed answer': async () => fixed((await example()).list, list),
  'sandbox.fetch': async () => {
    const { sandbox, url } = await example();
    return caller(sandbox.fetch, url, list);
  },
});

/** A sandbox with some emails, and its responses. */
async function example() {
  const sandbox = createSandbox({ rateLimit: false });
  const url = `${sandbox.baseUrl}/api/v1/emails`;
  for (let count = 1; count < stored; count++) await sandbox.fetch(url, send);
  return { sandbox, url, send: await sandbox.fetch(url, send), list: await sandbox.fetch(url, list) };
}

/**
 * A hand-written stub: finds the handler by method and path, checks for a key, reads the body, and
 * always gives the same response, with the sandbox's headers.
 */
async function fixed(answer: Response, init: RequestInit): Promise<Call> {
  const { status, headers: answerHeaders, text: body } = await wholeOf(answer);
  const routes = new Map([
    [`${init.method ?? 'GET'} /api/v1/emails`, () => new Response(body, { status, headers: answerHeaders })],
  ]);
  const router: typeof fetch = async (input, { method = 'GET', headers, body: sent } = {}) => {
    const key = new Headers(headers).get('authorization');
    if (key !== 'Bearer sk_live_sandbox') return new Response(null, { status: 401 });
    if (typeof sent === 'string') JSON.parse(sent);
    const handler = routes.get(`${method} ${new URL(String(input)).pathname}`);
    return handler ? handler() : new Response(null, { status: 404 });
  };
  return caller(router, 'http://api.mailrig.test/api/v1/emails', init);
}

/** Status, headers and body of a response. */
async function wholeOf(answer: Response) {
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    text: await answer.text(),
  };
}

/** The same stub behind MSW. */
async function mocked(answer: Response, url: string): Promise<Call> {
  const { status } = answer;
  const body = (await answer.json()) as JsonBodyType;
  setupServer(http.post(url, () => HttpResponse.json(body, { status }))).listen();
  return caller(fetch, url, send);
}

function requester(answer: (request: Request) => Promise<Response>): Call {
  return async () => (await answer(new Request('http://api.mailrig.test/api/v1/emails', send))).text();
}

function caller(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Call {
  return async () => (await fetch(url, init)).text();
}
