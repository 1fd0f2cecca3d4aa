import { asciiDomain, type Endpoints, isClientPreset, limits } from '@mailrig/contract';
import type { ControlContext } from './context.ts';
import * as z from 'zod/mini';
import { checkOptions, invalid } from './control-error.ts';
import { timeHint, timeOf } from './fields.ts';
import { isCalibration, presetOf, wireFrom } from './wire/wire.ts';
import { type Duration, parseDuration } from '../service/kernel/duration.ts';
import { emailTiming } from '../service/lifecycles/email.ts';
import { verificationTiming } from '../service/lifecycles/verification.ts';
import { type SandboxOptions, sandboxOptions } from './options.ts';
import { originFrom } from '../service/routing/access.ts';
import type { Service } from '../service/routing/service.ts';
import type { Settings } from '../service/rules/context.ts';
import { runDue } from '../service/rules/due.ts';
import { storedLimits } from '../service/state/content.ts';
import { present } from '../service/state/copy.ts';
import { applySeed } from './seeds/apply-seed.ts';
import { openDefaultAccount, provision } from './seeds/default-account.ts';
import { seedFrom } from './seeds/seed.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import { Store } from '../service/state/store.ts';
import { version } from '../service/version.ts';

/**
 * The addresses of the API and the uploads, without a trailing slash.
 *
 * @throws ControlError naming an option that is not an origin.
 */
export function addresses(options: SandboxOptions): {
  readonly baseUrl: string;
  readonly uploadBaseUrl: string;
  readonly publicUrl: string | undefined;
} {
  const { baseUrl = 'http://api.mailrig.test', uploadBaseUrl = 'http://uploads.mailrig.test' } = options;
  const { publicUrl } = options;
  return {
    baseUrl: originFrom(baseUrl) ?? baseUrl,
    uploadBaseUrl: originFrom(uploadBaseUrl) ?? uploadBaseUrl,
    publicUrl: publicUrl === undefined ? undefined : originFrom(publicUrl),
  };
}

/** The service that the options describe, without any data. Throws a `ControlError` naming the wrong option. */
function serviceFrom(options: SandboxOptions): Service {
  const { baseUrl, uploadBaseUrl, publicUrl } = addresses(options);
  const { rateLimit = {}, clock = 'system', startAt = options.seed?.startAt, wire = 'examples' } = options;
  const { limit = limits.requestsPerWindow, windowMs = limits.rateWindow } = rateLimit || {};
  const { eventLogSize = 10_000, requestLogSize = 1_000 } = options;
  const at = startAt === undefined ? undefined : timeOf(startAt);
  if (startAt !== undefined && at === undefined) throw invalid('seed.startAt', `${timeHint}, or a Date`);
  const settings = settingsFrom(options);
  const store: Store = new Store({
    clock: { at, frozen: clock === 'manual' },
    randomSeed: options.randomSeed ?? 'mailrig',
    wire: wireFrom(wire),
    events: eventLogSize,
    requests: requestLogSize,
    run: (due) => runDue(store, settings, due),
  });
  return {
    store,
    settings,
    endpoints: endpointsOf(options),
    strict: options.strict ?? false,
    calibration: isCalibration(wire) ? wire : undefined,
    rateLimit: { limit, window: windowMs, isCounted: rateLimit !== false },
    cors: options.cors ?? true,
    // If callers use another address, for example that of an HTTP server, uploads go there.
    uploadOrigin: (origin) => {
      if (options.uploadBaseUrl !== undefined) return uploadBaseUrl;
      return publicUrl === undefined && origin === baseUrl ? uploadBaseUrl : origin;
    },
    publicUrl,
    provision: options.autoProvision ? (key) => provision(store, key) : undefined,
  };
}

export const sandboxRows = z.object(sandboxOptions);

/** States that a fork takes over from the sandbox it comes from. */
export interface Fork {
  readonly now: Snapshot;
  /** The state that a reset goes back to. */
  readonly start: Snapshot;
}

/**
 * A sandbox that is ready for requests: forked, seeded, or with the default account.
 *
 * @throws ControlError naming the option or the part of the seed that is wrong.
 */
export function contextFrom(options: SandboxOptions, fork?: Fork): ControlContext {
  // The options of a fork were checked with its sandbox.
  if (!fork) checkOptions(sandboxRows, options, 'The options of a sandbox');
  // A fork has the records of its sandbox, whose seed was checked.
  const seed = fork || options.seed === undefined ? undefined : seedFrom(options.seed);
  const service = serviceFrom(options);
  const context: ControlContext = { service, account: 'all', version, origin: addresses(options).baseUrl };
  const { store } = service;
  if (fork) store.restore(fork.now);
  else if (seed) applySeed(context, seed);
  else openDefaultAccount(store);
  // The history begins with the start.
  if (!fork) store.versions?.begin();
  store.start = fork?.start ?? store.snapshot();
  return context;
}

function endpointsOf({ wire = 'examples', ...options }: SandboxOptions): Endpoints {
  const preset = presetOf(wire);
  return options.endpoints ?? (preset !== undefined && isClientPreset(preset) ? 'published' : 'documented');
}

function settingsFrom({ timing, ...options }: SandboxOptions): Settings {
  return {
    limits: { ...limits, ...storedLimits, ...present(options.limits ?? {}) },
    timing: {
      email: milliseconds(emailTiming, timing?.email),
      verification: milliseconds(verificationTiming, timing?.verification),
    },
    outcomes: options.outcomes ?? (() => undefined),
    verifier: options.verifier ?? (() => undefined),
    disposable: new Set(options.disposable?.map((domain) => asciiDomain(domain) ?? domain)),
  };
}

/** All durations in milliseconds, with defaults for those that were not given. */
function milliseconds<Timing extends object>(
  defaults: Timing,
  chosen: { readonly [Step in keyof Timing]?: Duration | undefined } = {},
): Timing {
  const lengths = Object.entries<Duration>(present(chosen) as Readonly<Record<string, Duration>>);
  return {
    ...defaults,
    ...Object.fromEntries(lengths.map(([step, length]) => [step, parseDuration(length)])),
  };
}
