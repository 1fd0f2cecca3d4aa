import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisMissing, startRedis } from '../src/redis.ts';
import { sharedThrottle } from '../src/throttle.ts';

const note = redisMissing ? ' (skipped, because there is no redis-server: apt-get install redis-server)' : '';
const threeAnHour = { limit: 3, windowMs: 3_600_000 };

test.skipIf(redisMissing)(`all workers share one rate limit${note}`, async () => {
  await using server = await startRedis();
  const connections = [new Redis(server.url), new Redis(server.url)] as const;
  const [one, other] = connections;
  const [mine, yours] = [sharedThrottle(one, threeAnHour), sharedThrottle(other, threeAnHour)];
  const { signal } = new AbortController();
  await mine.acquire(signal);
  await yours.acquire(signal);
  await mine.acquire(signal);
  await expect(yours.acquire(AbortSignal.timeout(100))).rejects.toThrow(/timeout/);
  for (const redis of connections) redis.disconnect();
});
