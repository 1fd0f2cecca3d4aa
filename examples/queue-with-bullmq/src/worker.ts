import { UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { isMailrigError, Mailrig } from 'mailrig';
import { sharedThrottle } from './throttle.ts';
import { queueName, type Welcome, type Welcomed } from './welcomes.ts';

/** A worker process; start as many as you like. The key and the service come from `MAILRIG_*`. */
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
        // However often the job runs, the service sends this email once.
        idempotencyKey: id,
      });
      return { messageId, skipped };
    } catch (error) {
      // The service has said no, and will say so again.
      if (isMailrigError(error) && error.outcome === 'rejected') throw new UnrecoverableError(error.message);
      throw error;
    }
  },
  {
    connection: redis,
    // The job of a worker that died is taken over by another when its lock runs out: BullMQ's default
    // is half a minute, and one such accident a job.
    lockDuration: 3_000,
    stalledInterval: 1_000,
    maxStalledCount: 10,
  },
);
worker.on('error', (error) => console.error(error.message));

process.once('SIGTERM', () => void worker.close().then(() => redis.disconnect()));
