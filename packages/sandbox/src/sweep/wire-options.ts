import type { WireOptions, WirePreset } from '@mailrig/contract';
import { type WireChoice, wireFrom } from '../control/wire/wire.ts';

/** Wire options under which a sweep runs. */
export interface SweptWireOptions {
  /** Name of the preset, or the options as JSON. */
  readonly name: string;
  /** What to set; `undefined` if the sandbox has these options anyway. */
  readonly choice: WireChoice | undefined;
}

/** The shapes in the service's document. The other presets mix them, as its clients read them. */
const documented: readonly WirePreset[] = ['examples', 'reference', 'sparse'];

/** The wire options to sweep, each once: the chosen ones, or the sandbox's own and then the documented presets. */
export function sweptWireOptions(
  own: WireOptions,
  chosen: readonly WireChoice[] = [own, ...documented],
): SweptWireOptions[] {
  const choices = new Map(chosen.map((choice) => [JSON.stringify(wireFrom(choice)), choice]));
  return [...choices].map(([form, choice]) => {
    const isOwn = form === JSON.stringify(wireFrom(own));
    const name = typeof choice === 'string' ? choice : JSON.stringify(choice);
    return { name: isOwn ? 'of the sandbox' : name, choice: isOwn ? undefined : choice };
  });
}
