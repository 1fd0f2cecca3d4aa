import { createSandbox } from '@mailrig/sandbox';
import { serve } from '@mailrig/sandbox/node';
import { Control } from './control.ts';
import { Progress } from './progress.ts';
import { redisMissing, startRedis } from './redis.ts';
import { rehearse } from './rehearsal.ts';
import { rate } from './throttle.ts';

if (redisMissing) {
  console.error('redis-server is missing. Install it, for example with apt-get install redis-server.');
  process.exit(1);
}

const users = Array.from({ length: 60 }, (_, id) => ({
  id,
  email: `user-${id}@example.org`,
  name: `User ${id}`,
}));
const progress = new Progress(process.stdout, users.length);

await using redis = await startRedis();
await using server = await serve({
  port: 0,
  sandbox: createSandbox({ rateLimit: rate }),
});
const { completed, failed, skipped } = await rehearse({
  redisUrl: redis.url,
  server,
  users,
  onProgress: (done, event) => progress.show(done, event),
});
const control = new Control(server.url);
const messages = await control.messages();
const recipients = new Set(messages.flatMap(({ to }) => to));
console.log(`${completed} jobs completed, ${failed} failed; ${skipped} ran again after their email was sent`);
const tooMany = await control.answered(429);
console.log(
  `${messages.length} emails to ${recipients.size} people; ${tooMany} requests were over the limit`,
);
