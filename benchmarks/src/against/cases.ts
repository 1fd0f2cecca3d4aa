import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as sandboxes from '@mailrig/sandbox';
import type * as deployments from '@mailrig/sandbox/deployment';
import type * as servers from '@mailrig/sandbox/node';
import type * as client from 'mailrig';
import { answerHeaders, email, page, receipt } from '../client/answers.ts';
import { type Call, microsecondsPerCall, processorTime } from '../compare.ts';
import { sandboxSends } from '../http/emails.ts';
import type { Load, LoadFigures } from '../http/load.ts';
import { response, start } from '../http/processes.ts';

/** Performs calls for some milliseconds. Returns the processor time of one in microseconds. */
export type Measure = (milliseconds: number) => number | Promise<number>;

/** Prepares a measurement of the packages in a folder with `node_modules`. */
type Case = (folder: string) => Promise<Measure>;

/** What a user notices first when it costs more. */
export const cases: Readonly<Record<string, Case>> = {
  send: async (folder) => {
    const { send } = await emailsIn(folder);
    return repeated(send);
  },
  list: async (folder) => {
    const { send, list } = await emailsIn(folder);
    for (let count = 0; count < 1_000; count++) await send();
    return repeated(list);
  },
  http: async (folder) => {
    const { serve } = await load<typeof servers>(folder, '@mailrig/sandbox/dist/node.js');
    const { port } = await serve({ sandbox: await sandboxIn(folder), port: 0 });
    const generator = start('load.ts', 1);
    await response(generator);
    return async (milliseconds) => {
      const work: Load = { port, connections: 50, requests: sandboxSends(), milliseconds };
      const before = processorTime();
      const { requests } = await response<LoadFigures>(generator, work);
      return ((processorTime() - before) * 1_000) / requests;
    };
  },
  client: async (folder) => {
    const mail = await clientIn(folder, receipt, 201);
    return repeated(() => mail.emails.send(email));
  },
  page: async (folder) => {
    const mail = await clientIn(folder, page(100), 200);
    return repeated(async () => mail.emails.list({ limit: 100 }));
  },
  import: async (folder) => program(folder, `await import('mailrig');`),
  test: async (folder) =>
    program(
      folder,
      `const { createSandbox } = await import('@mailrig/sandbox');
       const { Mailrig } = await import('mailrig');
       const sandbox = createSandbox();
       await new Mailrig(sandbox.clientOptions()).emails.send(${JSON.stringify(email)});`,
    ),
  compare: async (folder) => {
    const path = '@mailrig/sandbox/dist/deployment.js';
    const { compare } = await load<typeof deployments>(folder, path);
    const deployment = deploymentOf(await sandboxIn(folder));
    // An earlier commit takes the sandbox, too; now it is made by the comparison.
    const own: object = deploymentOf(await sandboxIn(folder));
    return repeated(() => compare(deployment, own));
  },
};

async function load<T>(folder: string, path: string): Promise<T> {
  return (await import(pathToFileURL(join(folder, 'node_modules', path)).href)) as T;
}

async function sandboxIn(folder: string): Promise<sandboxes.Sandbox> {
  const { createSandbox } = await load<typeof sandboxes>(folder, '@mailrig/sandbox/dist/index.js');
  return createSandbox({ rateLimit: false });
}

/** Calls to a sandbox in a folder, through its `fetch`. */
async function emailsIn(folder: string): Promise<Readonly<Record<'send' | 'list', Call>>> {
  const { baseUrl, fetch, liveApiKey } = await sandboxIn(folder);
  const headers = { authorization: `Bearer ${liveApiKey}`, 'content-type': 'application/json' };
  const call = (init: RequestInit) => async () => (await fetch(`${baseUrl}/api/v1/emails`, init)).text();
  return { send: call({ method: 'POST', headers, body: JSON.stringify(email) }), list: call({ headers }) };
}

function deploymentOf(sandbox: sandboxes.Sandbox): deployments.Deployment {
  return { ...sandbox.clientOptions(), apiKey: sandbox.testApiKey, now: () => sandbox.clock.now() };
}

/** A client that gets the same response to every request. */
async function clientIn(folder: string, body: string, status: number): Promise<client.Mailrig> {
  const { Mailrig } = await load<typeof client>(folder, 'mailrig/dist/index.js');
  const fetch = async () => new Response(body, { status, headers: answerHeaders });
  return new Mailrig({ apiKey: 'sk_live_benchmark', baseUrl: 'http://api.mailrig.test', fetch });
}

function repeated(call: Call): Measure {
  return (milliseconds) => microsecondsPerCall(call, milliseconds, processorTime);
}

/** Runs a program in fresh processes. The start of Node does not count. */
function program(folder: string, source: string): Measure {
  const timed = `const start = process.cpuUsage();
    ${source}
    const { user, system } = process.cpuUsage(start);
    console.log(user + system);`;
  const args = ['--input-type=module', '--eval', timed];
  return (milliseconds) => {
    const end = performance.now() + milliseconds;
    let least = Infinity;
    while (performance.now() < end) {
      least = Math.min(least, Number(execFileSync(process.execPath, args, { cwd: folder })));
    }
    return least;
  };
}
