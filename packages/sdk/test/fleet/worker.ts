import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { isMailrigError, Mailrig } from '../../src/index.ts';
import { fleetThrottle } from '../../src/rate-limiter-flexible.ts';
import { email } from '../client.ts';

/** One process of a fleet: sends at once as many emails as it is asked to, and reports the outcome of each. */
const [baseUrl = '', apiKey = '', redisPort = '', limit = '', window = '', sends = ''] =
  process.argv.slice(2);

const redis = new Redis(Number(redisPort), '127.0.0.1');
const throttle = fleetThrottle((slot) => new RateLimiterRedis({ storeClient: redis, ...slot }), {
  limit: Number(limit),
  window: Number(window),
});
const mail = new Mailrig({ apiKey, baseUrl, throttle, maxRetries: 0 });

process.once('message', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: Number(sends) }, () =>
      mail.emails.send(email).then(
        () => 'sent',
        (error: unknown) => (isMailrigError(error) ? error.code : String(error)),
      ),
    ),
  );
  process.send?.(outcomes);
  redis.disconnect();
  process.disconnect();
});
await redis.ping();
process.send?.('ready');
