import { fork } from 'node:child_process';
import { once } from 'node:events';
import { limits } from '@mailrig/contract';
import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import type { Order } from './fleet/order.ts';
import { startRedis } from './fleet/redis.ts';

/**
 * How much of the rate limit do processes that share a key use, and is any request refused? All cases
 * run in parallel, because they mostly wait. A number after the command sets the window in seconds.
 */
const window = Number(process.argv[2] ?? limits.rateWindow / 1_000) * 1_000;
const limit = limits.requestsPerWindow;
/** The first window fills up at once, so only the following ones show the rate. */
const requests = 3 * limit;

const redis = await startRedis();
try {
  const cases: readonly (readonly [name: string, workers: number, socket?: string])[] = [
    ['1 process, throttle()', 1],
    ['1 process, fleetThrottle()', 1, redis.socket],
    ['4 processes, fleetThrottle()', 4, redis.socket],
    ['8 processes, fleetThrottle()', 8, redis.socket],
  ];
  console.log(`${requests} sends with one key, limit ${limit} in ${window / 1_000} s`);
  console.log(`${'case'.padEnd(30)}  answered  refused  seconds  share of the limit`);
  const rows = await Promise.all(cases.map(([name, workers, socket]) => run(name, workers, socket)));
  for (const { name, answered, refused, seconds } of rows) {
    const share = (requests - limit) / (limit / window) / (seconds * 1_000);
    const numbers = [answered, refused, seconds.toFixed(1)].map((value) => String(value).padStart(7));
    console.log(`${name.padEnd(30)}   ${numbers.join('  ')}  ${(100 * share).toFixed(1)} %`);
  }
  process.exitCode = rows.every(({ refused }) => refused === 0) ? 0 : 1;
} finally {
  await redis.stop();
}

async function run(name: string, workers: number, socket: string | undefined) {
  const sandbox = createSandbox({ rateLimit: { limit, windowMs: window } });
  const server = await serve({ sandbox, port: 0 });
  const children = Array.from({ length: workers }, () => fork(new URL('fleet/worker.ts', import.meta.url)));
  await Promise.all(children.map((child) => once(child, 'message')));
  const start = performance.now();
  const ends = children.map((child) => once(child, 'message'));
  for (const [index, child] of children.entries()) {
    const sends = Math.floor((requests + index) / workers);
    const order: Order = { baseUrl: server.url, apiKey: sandbox.apiKey, socket, name, window, sends };
    child.send(order);
  }
  await Promise.all(ends);
  const seconds = (performance.now() - start) / 1_000;
  await server.close();
  const refused = sandbox.requests.count({ status: 429 });
  return { name, answered: sandbox.requests.count() - refused, refused, seconds };
}
