import type { Settings } from '../rules/context.ts';
import type { Store } from '../state/store.ts';
import type { RateLimit, ShownRate } from './rate-limit.ts';

/** Everything that answers requests: what is stored, and how it behaves. */
export interface Service {
  readonly store: Store;
  readonly settings: Settings;
  readonly rateLimit: RateLimit;
  readonly shownRate: ShownRate;
  /** Whether answers may be read by pages of any origin (decision A11). */
  readonly cors: boolean;
  /** Origin of presigned upload URLs for a request to this origin (decision A72). */
  readonly uploadOrigin: (requestOrigin: string) => string;
  /** Opens an account for an unseen key, where the sandbox is told to. */
  readonly provision: ((key: string) => void) | undefined;
}
