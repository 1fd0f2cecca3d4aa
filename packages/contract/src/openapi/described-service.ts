import type { Limits } from '../values/limits.ts';
import type { WireOptions } from '../wire/wire-options.ts';

/** The options of the service that an OpenAPI document describes. */
export interface DescribedService {
  /** The shapes of its responses; `undefined` describes every documented shape at once. */
  readonly wire: WireOptions | undefined;
  /** Whether it refuses unknown fields (A122). */
  readonly strict: boolean;
  readonly limits: Limits;
}
