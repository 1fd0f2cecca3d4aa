import type { DefaultThrottle } from '../options.ts';
import type { Throttle } from '../throttle.ts';
import { adaptiveThrottle } from './adaptive.ts';

/** The default throttles of a client and of those derived from it: one for each API key and service. */
export function defaultThrottles(): DefaultThrottle {
  const throttles = new Map<string, Throttle>();
  return ({ apiKey, baseUrl, maxRetryAfter }) => {
    const name = `${baseUrl} ${apiKey}`;
    const throttle = throttles.get(name) ?? adaptiveThrottle(maxRetryAfter);
    throttles.set(name, throttle);
    return throttle;
  };
}
