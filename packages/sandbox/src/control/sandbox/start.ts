import { asciiDomain, type Endpoints, isClientPreset, limits, nameHint } from '@mailrig/contract';
import type { ControlContext } from '../context.ts';
import { invalid, refuseUnknown } from '../control-error.ts';
import { timeOf } from '../fields.ts';
import { isCalibration, presetOf, wireFrom } from '../wire/wire.ts';
import { type Duration, durationHint, parseDuration } from '../../service/kernel/duration.ts';
import { emailTiming } from '../../service/lifecycles/email.ts';
import { verificationTiming } from '../../service/lifecycles/verification.ts';
import { adjustableLimits, type SandboxOptions, sandboxOptionNames } from './options.ts';
import { originFrom } from '../../service/routing/access.ts';
import type { Service } from '../../service/routing/service.ts';
import type { Settings } from '../../service/rules/context.ts';
import { runDue } from '../../service/rules/due.ts';
import { storedLimits } from '../../service/state/content.ts';
import { applySeed } from '../seeds/apply-seed.ts';
import { openDefaultAccount, provision } from '../seeds/default-account.ts';
import { seedFrom } from '../seeds/seed.ts';
import { type Snapshot, Store } from '../../service/state/store.ts';
import { version } from '../../service/version.ts';

/**
 * The addresses of the API and the uploads, without a trailing slash.
 *
 * @throws ControlError naming an option that is not an origin.
 */
export function addresses(options: SandboxOptions): {
  readonly baseUrl: string;
  readonly uploadBaseUrl: string;
} {
  const { baseUrl = 'http://api.mailrig.test', uploadBaseUrl = 'http://uploads.mailrig.test' } = options;
  return {
    baseUrl: originOf('baseUrl', baseUrl),
    uploadBaseUrl: originOf('uploadBaseUrl', uploadBaseUrl),
  };
}

function originOf(option: string, text: string): string {
  const origin = originFrom(text);
  if (origin !== undefined) return origin;
  throw invalid(
    option,
    'must be an http or https address without a path, for example https://mail.example.com',
  );
}

/**
 * The service that the options describe, without any data.
 *
 * @throws ControlError naming the wrong option.
 */
function serviceFrom(options: SandboxOptions): Service {
  refuseUnknown(options, sandboxOptionNames);
  refuseUnknown(options.timing ?? {}, { email: true, verification: true }, 'timing.');
  const { baseUrl, uploadBaseUrl } = addresses(options);
  const { rateLimit = {}, clock = 'system', startAt = options.seed?.startAt, wire = 'examples' } = options;
  const { limit = limits.requestsPerWindow, windowMs = limits.rateWindow } = rateLimit || {};
  const { eventLogSize = 10_000, journalSize = 1_000 } = options;
  checkCounts('', { eventLogSize, journalSize });
  refuseUnknown(rateLimit || {}, { limit: true, windowMs: true }, 'rateLimit.');
  checkCounts('rateLimit.', { limit, windowMs });
  checkCounts('limits.', options.limits ?? {}, adjustableLimits);
  const at = startAt === undefined ? undefined : timeOf(startAt);
  if (startAt !== undefined && at === undefined) {
    const field = options.startAt === undefined ? 'seed.startAt' : 'startAt';
    throw invalid(field, 'must be an ISO 8601 time, milliseconds since 1970, or a Date');
  }
  const settings = settingsFrom(options);
  const store: Store = new Store({
    clock: { at, frozen: clock === 'manual' },
    randomSeed: options.randomSeed ?? 'mailrig',
    wire: wireFrom(wire),
    events: eventLogSize,
    requests: journalSize,
    run: (due) => runDue(store, settings, due),
  });
  const shownRate = { limit, window: windowMs };
  return {
    store,
    settings,
    endpoints: endpointsOf(options),
    strict: options.strict ?? false,
    calibration: isCalibration(wire) ? wire : undefined,
    rateLimit: rateLimit && shownRate,
    shownRate,
    cors: options.cors ?? true,
    // Behind another address, for example that of an HTTP server, uploads go to that address.
    uploadOrigin: (origin) =>
      options.uploadBaseUrl === undefined && origin !== baseUrl ? origin : uploadBaseUrl,
    provision: options.autoProvision ? (key) => provision(store, key) : undefined,
  };
}

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
  // A fork has the records of its sandbox, whose seed was checked.
  const seed = fork || options.seed === undefined ? undefined : seedFrom(options.seed);
  const service = serviceFrom(options);
  const context: ControlContext = { service, account: 'all', version, origin: addresses(options).baseUrl };
  const { store } = service;
  if (fork) store.restore(fork.now);
  else if (seed) applySeed(context, seed);
  else openDefaultAccount(store);
  // What came before the start is not of interest.
  if (!fork) store.versions?.begin();
  store.start = fork?.start ?? store.snapshot();
  return context;
}

function endpointsOf({ wire = 'examples', ...options }: SandboxOptions): Endpoints {
  const preset = presetOf(wire);
  const { endpoints = preset !== undefined && isClientPreset(preset) ? 'published' : 'documented' } = options;
  if (endpoints === 'documented' || endpoints === 'published') return endpoints;
  throw invalid('endpoints', 'must be documented or published');
}

function checkCounts(
  group: string,
  counts: Readonly<Record<string, number | undefined>>,
  known: readonly string[] = Object.keys(counts),
): void {
  for (const [name, count] of Object.entries(counts)) {
    if (!known.includes(name)) throw invalid(`${group}${name}`, `is unknown: ${nameHint(name, known)}`);
    if (count !== undefined && !(Number.isSafeInteger(count) && count >= 0)) {
      throw invalid(`${group}${name}`, 'must be a whole number of 0 or more');
    }
  }
}

function settingsFrom({ timing, ...options }: SandboxOptions): Settings {
  return {
    limits: { ...limits, ...storedLimits, ...options.limits },
    timing: {
      email: milliseconds('timing.email', emailTiming, timing?.email ?? {}),
      verification: milliseconds('timing.verification', verificationTiming, timing?.verification ?? {}),
    },
    outcomes: options.outcomes ?? (() => undefined),
    verifier: options.verifier ?? (() => undefined),
    disposable: new Set(options.disposable?.map(disposableDomain)),
  };
}

/** All durations, with defaults for those that were not set; throws an error that names a wrong one. */
function milliseconds<Step extends string>(
  name: string,
  defaults: Readonly<Record<Step, number>>,
  chosen: Readonly<Partial<Record<Step, Duration>>>,
): Readonly<Record<Step, number>> {
  refuseUnknown(chosen, defaults, `${name}.`);
  const steps = (Object.keys(defaults) as Step[]).map((step) => {
    const length = parseDuration(chosen[step] ?? defaults[step]);
    if (length === undefined) throw invalid(`${name}.${step}`, durationHint);
    return [step, length];
  });
  return Object.fromEntries(steps) as Record<Step, number>;
}

function disposableDomain(domain: string, index: number): string {
  const ascii = asciiDomain(domain);
  if (ascii === undefined) throw invalid(`disposable[${index}]`, 'must be a domain, for example example.org');
  return ascii;
}
