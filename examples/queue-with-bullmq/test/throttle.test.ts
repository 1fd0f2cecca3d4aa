import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisMissing, startRedis } from '../src/redis.ts';
import { sharedThrottle } from '../src/throttle.ts';

const note = redisMissing ? ' (skipped, because there is no redis-server: apt-get install redis-server)' : '';
const hour = 3_600_000;

test.skipIf(redisMissing)(`throttles over one Redis share one rate${note}`, async () => {
  await using server = await startRedis();
  const connections = [new Redis(server.url), new Redis(server.url)] as const;
  const [one, other] = connections.map((redis) => sharedThrottle(redis, 3, hour));
  const { signal } = new AbortController();
  await one?.acquire(signal);
  await other?.acquire(signal);
  await one?.acquire(signal);
  const given = AbortSignal.timeout(100);
  await expect(other?.acquire(given)).rejects.toThrow(/abort|timeout/i);
  for (const redis of connections) redis.disconnect();
});
