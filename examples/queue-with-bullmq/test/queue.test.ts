import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { expect, test } from 'vitest';
import { Control } from '../src/control.ts';
import { redisMissing, startRedis } from '../src/redis.ts';
import { rehearse } from '../src/rehearsal.ts';
import { rate } from '../src/throttle.ts';

const note = redisMissing ? ' (skipped, because there is no redis-server: apt-get install redis-server)' : '';

const users = Array.from({ length: 30 }, (_, id) => ({
  id,
  email: `user-${id}@example.org`,
  name: `User ${id}`,
}));

test.skipIf(redisMissing)(
  `a worker is killed midway, and everybody still gets exactly one email${note}`,
  async () => {
    await using redis = await startRedis();
    const sandbox = createSandbox({ rateLimit: rate });
    // The last one, because a send that hangs must not be the one that is refused.
    sandbox.suppressions.add({ email: 'user-29@example.org' });
    await using server = await serve({ sandbox, port: 0 });
    const { completed, failed, skipped } = await rehearse({ redisUrl: redis.url, server, users });

    const control = new Control(server.url);
    const messages = await control.messages();
    const recipients = messages.flatMap(({ to }) => to).toSorted();
    const wanted = users.map(({ email }) => email).filter((email) => email !== 'user-29@example.org');
    expect(recipients).toEqual(wanted.toSorted());
    expect({ completed, failed }).toEqual({ completed: 29, failed: 1 });
    // The killed worker's job, and the one whose response the other worker lost.
    expect(skipped).toBeGreaterThanOrEqual(2);
    expect(await control.answered(429)).toBe(0);
  },
  120_000,
);
