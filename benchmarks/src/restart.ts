import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { response, start } from './http/processes.ts';
import { emails } from './http/emails.ts';
import type { Load, LoadFigures } from './http/load.ts';

/**
 * Fills a state file over HTTP, ends the command with `kill -9` and starts it again. Then everything that
 * was acknowledged must be there. `node src/restart.ts 1000000 60` sends a million small emails, then 60
 * emails and 60 attachments of 10 MB.
 */
const [smallCount = 1_000_000, largeCount = 60] = process.argv.slice(2).map(Number);
const program = fileURLToPath(import.meta.resolve('@mailrig/sandbox')).replace(
  /index\.(ts|js)$/,
  'command/mailrig-sandbox.ts',
);
const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const key = { authorization: 'Bearer sk_live_sandbox' };

/** A running command and how long it took to answer. */
async function run(file: string) {
  const begun = performance.now();
  const child = spawn(process.execPath, [
    program,
    '--json',
    '--port',
    '0',
    '--no-rate-limit',
    '--max-stored',
    '0',
    '--state',
    file,
  ]);
  child.stderr.pipe(process.stderr);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { url, port } = JSON.parse(line) as { readonly url: string; readonly port: number };
  return {
    url,
    port,
    seconds: (performance.now() - begun) / 1_000,
    /** Resident memory and its greatest extent in megabytes; only Linux reports them. */
    memory: () => {
      const status = `/proc/${child.pid}/status`;
      const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
      const read = (name: string) => Math.round(Number(RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) / 1_000);
      return { memory: read('VmRSS'), most: read('VmHWM') };
    },
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function read<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what} did not survive`);
}

/** Fills a file, kills the command, starts it again and prints what that took. */
async function measure(
  title: string,
  fill: (server: Awaited<ReturnType<typeof run>>) => Promise<(url: string) => Promise<void>>,
): Promise<void> {
  const file = join(folder, `${title}.db`);
  const first = await run(file);
  const begun = performance.now();
  const verify = await fill(first);
  const seconds = (performance.now() - begun) / 1_000;
  const { most } = first.memory();
  await first.kill();
  const second = await run(file);
  const { memory } = second.memory();
  await verify(second.url);
  const { problems } = await read<{ problems: string[] }>(`${second.url}/_sandbox/check`);
  check(problems.length === 0, problems.join('; '));
  await second.kill();
  const megabytes = Math.round(statSync(file).size / 1_000_000);
  console.table({
    [title]: {
      'sent in, s': seconds.toFixed(1),
      'most memory, MB': most,
      'file, MB': megabytes,
      'restart, s': second.seconds.toFixed(1),
      'memory after, MB': memory,
    },
  });
  rmSync(file);
}

async function sendSmall({ port }: { readonly port: number }) {
  const headers = { ...key, 'content-type': 'application/json' };
  const requests = emails.map((email) => ({ path: '/api/v1/emails', headers, body: JSON.stringify(email) }));
  const generator = start('load.ts', 1);
  await response(generator);
  let sent = 0;
  const milliseconds = Math.min(5_000, smallCount / 10);
  while (sent < smallCount) {
    const load: Load = { port, connections: 50, requests, milliseconds };
    sent += (await response<LoadFigures>(generator, load)).requests;
  }
  generator.kill();
  console.log(`${sent} emails were acknowledged`);
  return async (url: string) => {
    const { total } = await read<{ total: number }>(`${url}/_sandbox/messages?limit=0`);
    check(total === sent, `${sent - total} emails`);
  };
}

const large = (n: number) => `${n} `.padEnd(10_000_000, 'x');

async function sendLarge({ url }: { readonly url: string }) {
  const post = async (path: string, body: object) => {
    const headers = { ...key, 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { data: Record<string, string> }).data;
  };
  const email = { from: 'ada@example.com', to: 'bob@example.net', subject: 'Large' };
  const ids: string[] = [];
  for (let n = 0; n < largeCount; n++) {
    const upload = await post('/attachments/presigned-url', {
      filename: `${n}.pdf`,
      contentType: 'application/pdf',
      size: large(n).length,
    });
    await fetch(upload['uploadUrl'] ?? '', {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      body: large(n),
    });
    await post(`/attachments/${upload['attachmentId']}/confirm`, {});
    const sent = await post('/emails', { ...email, text: large(n), attachmentIds: [upload['attachmentId']] });
    ids.push(sent['id'] ?? '');
  }
  return async (again: string) => {
    for (const [n, id] of ids.entries()) {
      const { text } = await read<{ text: string }>(`${again}/_sandbox/messages/${id}`);
      check(text === large(n), `email ${n}`);
      const file = await fetch(`${again}/_sandbox/messages/${id}/attachments/0`);
      check((await file.text()) === large(n), `attachment ${n}`);
    }
  };
}

if (largeCount > 0) await measure(`${largeCount} emails and attachments of 10 MB`, sendLarge);
if (smallCount > 0) await measure(`${smallCount} small emails`, sendSmall);
