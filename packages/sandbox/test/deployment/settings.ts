import { type WireOption, type WireOptions, wireOptions, wirePresets } from '@mailrig/contract';
import fc from 'fast-check';

/** A name, and the wire options of one sandbox or more. */
export type Setting = readonly [name: string, wires: readonly WireOptions[]];

const values = Object.entries(wireOptions) as [WireOption, readonly string[]][];

const single = values.flatMap(([option, [, ...others]]) =>
  others.map((value): Setting => [`${option}: ${value}`, [{ ...wirePresets.examples, [option]: value }]]),
);

const anything = fc.record(
  Object.fromEntries(values.map(([option, known]) => [option, fc.constantFrom(...known)])),
) as unknown as fc.Arbitrary<WireOptions>;

const random: Setting = ['random combinations', fc.sample(anything, { numRuns: 20, seed: 16 })];

/** Every preset, 20 random combinations, and every single value of every option. */
export const settings: readonly Setting[] = [
  ...Object.entries(wirePresets).map(([name, wire]): Setting => [`preset ${name}`, [wire]]),
  random,
  ...single,
];

/** Some of the options. */
export function pick(wire: WireOptions, options: readonly WireOption[]): Partial<WireOptions> {
  return Object.fromEntries(options.map((option) => [option, wire[option]]));
}
