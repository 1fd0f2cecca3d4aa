import type { Calibration, Endpoints } from '@mailrig/contract';
import type { Settings } from '../rules/context.ts';
import type { Store } from '../state/store.ts';
import type { IncomingRequest } from './request.ts';
import type { RateLimit } from './rate-limit.ts';

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
  /** Whether responses have CORS headers (A11). */
  readonly cors: boolean;
  /** Origin of presigned upload URLs for callers who reach it at this origin (A72). */
  readonly uploadOrigin: (origin: string) => string;
  /** Origin at which callers reach it, whatever a request names; that of the server comes first (A72). */
  readonly publicUrl: string | undefined;
  /** Opens an account for an unknown key, if the sandbox has that option. */
  readonly provision: ((key: string) => void) | undefined;
}

/** The origin at which the caller of a request reaches the service: the public one if there is one (A72). */
export function originFor(request: IncomingRequest, { publicUrl }: Service): string {
  return request.access?.publicUrl ?? publicUrl ?? request.origin;
}
