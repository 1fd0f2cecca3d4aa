import { present } from '../service/state/copy.ts';
import type { SandboxOptions } from '../control/options.ts';
import { createSandbox, type Sandbox } from '../control/sandbox.ts';
import type { Seed } from '../control/seeds/seed.ts';
import { inFile, readSeed, readWire } from './input-files.ts';
import type { ServeSettings } from './options.ts';

/** The options that describe a sandbox; a command may leave out those of its clock, its size and its token. */
type SandboxSettings = Pick<
  ServeSettings,
  'seed' | 'wire' | 'endpoints' | 'strict' | 'limits' | 'rate-limit' | 'no-rate-limit' | 'auto-provision'
> &
  Partial<Pick<ServeSettings, 'clock' | 'start-at' | 'max-stored' | 'control-token' | 'public-url'>>;

/** The sandbox that the options describe. */
export async function sandboxFor(settings: SandboxSettings): Promise<Sandbox> {
  const { seed, wire } = settings;
  const options = { ...sandboxOptions(settings), wire: await readWire(wire) };
  return seed === undefined ? createSandbox(options) : seeded(options, seed, await readSeed(seed));
}

function seeded(options: SandboxOptions, file: string, seed: Seed): Sandbox {
  try {
    return createSandbox({ ...options, seed });
  } catch (error) {
    throw inFile(file, error);
  }
}

function sandboxOptions(settings: SandboxSettings): SandboxOptions {
  return present({
    strict: settings.strict,
    autoProvision: settings['auto-provision'],
    limits: present({ storedBytes: settings['max-stored'], ...settings.limits }),
    clock: settings.clock,
    endpoints: settings.endpoints,
    startAt: settings['start-at'],
    rateLimit: settings['no-rate-limit'] ? (false as const) : { limit: settings['rate-limit'] },
    controlToken: settings['control-token'],
    publicUrl: settings['public-url'],
  });
}
