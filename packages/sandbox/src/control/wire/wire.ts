import {
  type Calibration,
  calibrationSchema,
  check,
  type WireOption,
  type WireOptions,
  wireOptions,
  type WirePreset,
  wirePresets,
} from '@mailrig/contract';
import { mustBeOneOf, nameHint } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { invalid } from '../control-error.ts';
import type { Verb } from '../verb.ts';

export const getWire: Verb<void, WireOptions> = {
  method: 'GET',
  path: '/wire',
  summary: 'The current wire options',
  run: ({ service }) => service.store.wire,
};

/** A preset, values for some options and perhaps a preset for the others, or the calibration of a deployment. */
export type WireInput =
  | WirePreset
  | (Partial<WireOptions> & {
      /** The preset to start from. Default `examples`. */
      readonly preset?: WirePreset;
    })
  | Calibration;

/** The preset of a choice; `undefined` for a calibration. */
export function presetOf(wire: WireInput): WirePreset | undefined {
  if (typeof wire === 'string') return wire;
  return isCalibration(wire) ? undefined : wire.preset;
}

export const setWire: Verb<Readonly<Record<string, unknown>>, WireOptions> = {
  method: 'PUT',
  path: '/wire',
  summary:
    'Choose a preset of wire options, or some of them one by one; the others go back to their defaults',
  input: z.record(z.string(), z.unknown()),
  run: ({ service }, input) => {
    const { store } = service;
    store.wire = wireFrom(input as WireInput);
    store.log('wire.updated', { ...store.wire });
    return store.wire;
  },
};

/** Whether a choice is the calibration of a deployment. */
export function isCalibration(wire: WireInput): wire is Calibration {
  return typeof wire === 'object' && 'wire' in wire;
}

/** All wire options: the chosen ones, and defaults for the rest. Throws a `ControlError` naming the wrong option. */
export function wireFrom(wire: WireInput): WireOptions {
  const chosen = typeof wire === 'string' ? { preset: wire } : wire;
  if (typeof chosen !== 'object' || chosen === null || Array.isArray(chosen)) {
    throw invalid('wire', 'must be a preset or an object');
  }
  const options: Readonly<Record<string, unknown>> = isCalibration(chosen) ? calibrated(chosen) : chosen;
  const { preset = 'examples', ...values } = options;
  if (typeof preset !== 'string' || !Object.hasOwn(wirePresets, preset)) {
    throw invalid('preset', mustBeOneOf(Object.keys(wirePresets), preset));
  }
  for (const [option, value] of Object.entries(values)) {
    const known: readonly string[] | undefined = Object.hasOwn(wireOptions, option)
      ? wireOptions[option as WireOption]
      : undefined;
    if (!known) throw invalid(option, `is not a wire option: ${nameHint(option, Object.keys(wireOptions))}`);
    if (!known.some((one) => one === value)) throw invalid(option, mustBeOneOf(known, value));
  }
  return Object.freeze({ ...wirePresets[preset as WirePreset], ...values });
}

function calibrated(given: Calibration): WireOptions {
  const checked = check(calibrationSchema, given);
  if (checked.ok) return checked.value.wire as WireOptions;
  const [first] = checked.errors;
  throw invalid(first?.field ?? 'wire', `${first?.message ?? 'is wrong'}: is it a calibration?`);
}
