import { sandboxSends } from './http/emails.ts';
import type { Load, LoadFigures } from './http/load.ts';
import { answer, start } from './http/processes.ts';
import type { Usage } from './http/serve.ts';

/**
 * Sends emails to a sandbox over HTTP for five minutes and prints its memory every half minute: it should
 * be flat once the sandbox holds as much as it may. `node src/soak.ts 120 15 10` measures for 120
 * seconds, prints every 15, and lets the sandbox keep 10 megabytes. Server and load generator run in
 * separate processes, as in `http.ts`.
 */
const [total = 300, every = 30, megabytes = 0] = process.argv.slice(2).map(Number);

const server = start('serve.ts', 0, 'sandbox', ...(megabytes > 0 ? [String(megabytes * 1_000_000)] : []));
const generator = start('load.ts', 1);
try {
  const [port] = await Promise.all([answer<number>(server), answer(generator)]);
  const load: Load = { port, connections: 50, requests: sandboxSends(), milliseconds: every * 1_000 };
  let sent = 0;
  for (let seconds = every; seconds <= total; seconds += every) {
    const { requests, p99 } = await answer<LoadFigures>(generator, load);
    const { memory, heap } = await answer<Usage>(server, {});
    sent += requests;
    console.log(
      [
        `${seconds} s`.padStart(6),
        `${sent.toLocaleString('en')} emails sent`.padStart(24),
        `${Math.round(memory)} MB resident`.padStart(18),
        `${Math.round(heap)} MB heap`.padStart(14),
        `p99 ${p99.toFixed(1)} ms`.padStart(14),
      ].join(''),
    );
  }
} finally {
  server.kill();
  generator.kill();
}
