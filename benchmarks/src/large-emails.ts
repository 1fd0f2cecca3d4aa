import { emailOf } from './http/emails.ts';
import type { Load, LoadFigures } from './http/load.ts';
import { answer, start } from './http/processes.ts';
import type { Usage } from './http/serve.ts';

/**
 * Sends a thousand emails of 10 MB to a sandbox over HTTP, and prints its memory after every hundred.
 * All of them together would be 10 GB; the sandbox keeps the newest gigabyte.
 */
const [count = 1_000] = process.argv.slice(2).map(Number);
const connections = 4;
const headers = { authorization: 'Bearer sk_live_sandbox', 'content-type': 'application/json' };
const body = JSON.stringify({ ...emailOf(0), html: 'x'.repeat(10_000_000) });

const server = start('serve.ts', 0, 'sandbox');
const generator = start('load.ts', 1);
try {
  const [port] = await Promise.all([answer<number>(server), answer(generator)]);
  const load: Load = { port, connections, requests: [{ path: '/api/v1/emails', headers, body }], count: 100 };
  for (let sent = 100; sent <= count; sent += 100) {
    await answer<LoadFigures>(generator, load);
    const { memory } = await answer<Usage>(server, {});
    const health = await fetch(`http://127.0.0.1:${port}/_sandbox/health`);
    const { storedBytes } = (await health.json()) as { storedBytes: number };
    console.log(
      `${sent} emails sent, ${Math.round(storedBytes / 1_000_000)} MB kept, ${Math.round(memory)} MB resident`,
    );
  }
} finally {
  server.kill();
  generator.kill();
}
