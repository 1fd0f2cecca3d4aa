import { Redis } from 'ioredis';
import { Mailrig, throttle } from 'mailrig';
import { fleetThrottle } from 'mailrig/rate-limiter-flexible';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { emailOf } from '../http/emails.ts';
import type { Order } from './order.ts';

/** A process of the fleet: sends all its emails at once and reports when they are all answered. */
process.once('message', async ({ baseUrl, apiKey, socket, name, window, sends }: Order) => {
  const redis = socket === undefined ? undefined : new Redis(socket);
  const mail = new Mailrig({
    apiKey,
    baseUrl,
    throttle: redis
      ? fleetThrottle((slot) => new RateLimiterRedis({ storeClient: redis, ...slot }), { name, window })
      : throttle({ window }),
  });
  await Promise.all(Array.from({ length: sends }, () => mail.emails.send(emailOf(0))));
  process.send?.('done');
  redis?.disconnect();
  process.disconnect();
});
process.send?.('ready');
