import type { RequestOptions } from '../options.ts';
import { now } from '../runtime.ts';

/** Makes the options for each step of a call; all steps share its `totalTimeout`. */
export function countdown(options: RequestOptions, ofClient: number | undefined): () => RequestOptions {
  const { totalTimeout = ofClient } = options;
  if (totalTimeout === undefined) return () => options;
  const end = now() + totalTimeout;
  return () => ({ ...options, totalTimeout: Math.max(1, end - now()) });
}
