import type { Calibration, Endpoints } from '@mailrig/contract';
import type { Settings } from '../rules/context.ts';
import type { Store } from '../state/store.ts';
import type { RateLimit, ShownRate } from './rate-limit.ts';

/** Everything needed to answer requests: the stored data and the settings. */
export interface Service {
  readonly store: Store;
  readonly settings: Settings;
  /** Which operations it answers; all others are 404 (A126). */
  readonly endpoints: Endpoints;
  /** Whether an unknown field in a body is refused (A122). */
  readonly strict: boolean;
  /** What a deployment showed, if the sandbox was made from its calibration. */
  readonly calibration: Calibration | undefined;
  readonly rateLimit: RateLimit;
  readonly shownRate: ShownRate;
  /** Whether answers have CORS headers (A11). */
  readonly cors: boolean;
  /** Origin of presigned upload URLs for a request to this origin (A72). */
  readonly uploadOrigin: (requestOrigin: string) => string;
  /** Opens an account for an unknown key, if the sandbox is set to. */
  readonly provision: ((key: string) => void) | undefined;
}
