import { UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { isMailrigError, Mailrig } from 'mailrig';
import { sharedThrottle } from './throttle.ts';
import { queueName, type Welcome, type Welcomed } from './welcomes.ts';

/** A worker process. Start as many as you like. The client reads `MAILRIG_API_KEY` and `MAILRIG_BASE_URL`. */
const redis = new Redis(process.env['REDIS_URL'] ?? 'redis://127.0.0.1', { maxRetriesPerRequest: null });
const mail = new Mailrig({ throttle: sharedThrottle(redis), timeout: 2_000 });

const worker = new Worker<Welcome, Welcomed>(
  queueName,
  async ({ id, data: { email, name } }) => {
    try {
      const { messageId, skipped } = await mail.emails.send({
        from: '"Acme" <hello@example.com>',
        to: email,
        templateId: 'welcome',
        variables: { name, plan: 'free' },
        // The service sends this email once, however often the job runs.
        idempotencyKey: id,
      });
      return { messageId, skipped };
    } catch (error) {
      // The service would refuse it again.
      if (isMailrigError(error) && error.outcome === 'rejected') throw new UnrecoverableError(error.message);
      throw error;
    }
  },
  {
    connection: redis,
    // Another worker takes over a dead worker's job when its lock expires. By default that takes half a
    // minute and is allowed once per job.
    lockDuration: 3_000,
    stalledInterval: 1_000,
    maxStalledCount: 10,
  },
);
worker.on('error', (error) => console.error(error.message));

process.once('SIGTERM', () => void worker.close().then(() => redis.disconnect()));
