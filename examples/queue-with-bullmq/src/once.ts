import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Mailrig } from 'mailrig';

// Works until the queue is empty, then ends: `node src/once.ts REDIS_URL keyed`. Sweeps start it again and again.
const [url = '', mode] = process.argv.slice(2);
const connection = new Redis(url, { maxRetriesPerRequest: null });
const queue = new Queue<{ to: string }>('welcomes', { connection });
if (mode === 'fill') {
  await queue.obliterate({ force: true });
  await queue.add('welcome', { to: 'ada@example.org' }, { jobId: 'welcome-1', attempts: 3 });
} else {
  const mail = new Mailrig();
  const worker = new Worker<{ to: string }>(
    'welcomes',
    async ({ id, data: { to } }) => {
      const email = { from: 'ada@example.com', to, subject: 'Welcome', text: 'Hello!' };
      await mail.emails.send(mode === 'keyed' && id !== undefined ? { ...email, idempotencyKey: id } : email);
    },
    // Short, because the test waits for them: a job whose worker was killed starts again after this.
    { connection, lockDuration: 1000, stalledInterval: 500 },
  );
  worker.on('error', (error) => console.error(error.message));
  while ((await queue.getJobCountByTypes('waiting', 'active', 'delayed')) > 0) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  await worker.close();
}
await queue.close();
connection.disconnect();
