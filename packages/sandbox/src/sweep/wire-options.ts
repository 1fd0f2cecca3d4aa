import { type WireOption, type WireOptions, type WirePreset, wirePresets } from '@mailrig/contract';
import { type WireChoice, wireFrom } from '../control/wire/wire.ts';

/** Wire options under which a sweep runs. */
export interface SweptWireOptions {
  /** Name of the preset, or the options that differ from their defaults as JSON. */
  readonly name: string;
  /** What to set; `undefined` if the sandbox has these options anyway. */
  readonly choice: WireChoice | undefined;
}

const presets = Object.keys(wirePresets) as WirePreset[];
/** The shapes in the service's document. The other presets mix them, as its clients read them. */
const documented: readonly WirePreset[] = ['examples', 'reference', 'sparse'];

/** The wire options to sweep, each once: the chosen ones, or the sandbox's own and then the documented presets. */
export function sweptWireOptions(
  own: WireOptions,
  chosen: readonly WireChoice[] = [own, ...documented],
): SweptWireOptions[] {
  const choices = new Map(chosen.map((choice) => [formOf(choice), shortest(wireFrom(choice))]));
  return [...choices].map(([form, choice]) => ({
    name: typeof choice === 'string' ? choice : JSON.stringify(choice),
    choice: form === formOf(own) ? undefined : choice,
  }));
}

/** The same for choices of the same options: those that come from `wireFrom` have one order. */
function formOf(choice: WireChoice): string {
  return JSON.stringify(wireFrom(choice));
}

/** The preset with these options, or the options that differ from their defaults. */
function shortest(options: WireOptions): WireChoice {
  const preset = presets.find((name) => formOf(name) === formOf(options));
  if (preset) return preset;
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => wirePresets.examples[name as WireOption] !== value),
  );
}
