import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type * as published from 'mailrig';
import { answerHeaders, email, page, receipt } from './client/answers.ts';
import { type Call, compare, processorTime } from './compare.ts';

/** The package as it is published, as the other clients are. Run `pnpm build` first. */
const built = '../../packages/sdk/dist/index.js';
const { Mailrig } = (await import(built)) as typeof published;

const baseUrl = 'http://api.mailrig.test';
const apiKey = 'sk_live_benchmark';
const pageSize = 100;

type Fetch = typeof globalThis.fetch;

/** Sends an email with another client. */
type PeerCall = (body: object) => Promise<unknown>;
type Peer = (fetch: Fetch, url: string) => PeerCall;

await compare(
  import.meta.filename,
  'One send, stubbed fetch',
  {
    'bare fetch': () => bareSend(answering(receipt, 201), baseUrl),
    mailrig: () => clientSend(answering(receipt, 201), baseUrl),
    ...peers((name) => async () => {
      const call = await peer(name, answering(receipt, 201), baseUrl);
      return () => call(email);
    }),
  },
  processorTime,
);

await compare(
  import.meta.filename,
  'One send over loopback HTTP, processor time of the client',
  {
    'bare fetch': async () => bareSend(fetch, await server()),
    mailrig: async () => clientSend(undefined, await server()),
    ...peers(
      (name) => async () => {
        const call = await peer(name, fetch, await server());
        return () => call(email);
      },
      ['openai'],
    ),
  },
  processorTime,
);

await compare(
  import.meta.filename,
  `A page of ${pageSize} emails, stubbed fetch`,
  {
    'fetch and JSON.parse': () => {
      const stub = answering(page(pageSize), 200);
      return async () => (await stub(baseUrl, { headers: { authorization: `Bearer ${apiKey}` } })).json();
    },
    'mailrig, checked': () => {
      const mail = new Mailrig({ apiKey, baseUrl, fetch: answering(page(pageSize), 200) });
      return async () => mail.emails.list({ limit: pageSize });
    },
  },
  processorTime,
);

function bareSend(fetch: Fetch, origin: string): Call {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return async () => {
    const init = { method: 'POST', headers, body: JSON.stringify(email) };
    return (await fetch(`${origin}/api/v1/emails`, init)).json();
  };
}

function clientSend(fetch: Fetch | undefined, origin: string): Call {
  const mail = new Mailrig({ apiKey, baseUrl: origin, ...(fetch && { fetch }) });
  return () => mail.emails.send(email);
}

function answering(body: string, status: number): Fetch {
  return async () => new Response(body, { status, headers: answerHeaders });
}

/** Starts a server in a separate process that answers every request with the receipt. It ends with this process. */
async function server(): Promise<string> {
  const child = fork(new URL('client/serve.ts', import.meta.url));
  const [port] = await once(child, 'message');
  child.unref();
  child.channel?.unref();
  return `http://127.0.0.1:${Number(port)}`;
}

/** A case for each of the other clients, if they are installed. */
function peers<T>(make: (name: string) => T, names = ['openai', 'stripe', 'resend']): Record<string, T> {
  if (!existsSync(new URL('../peers/node_modules/openai', import.meta.url))) return {};
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

async function peer(name: string, fetch: Fetch, url: string): Promise<PeerCall> {
  const path = '../peers/clients.js';
  const { clients } = (await import(path)) as { clients: Readonly<Record<string, Peer>> };
  const make = clients[name];
  if (!make) throw new Error(`There is no client ${name}`);
  return make(fetch, url);
}
