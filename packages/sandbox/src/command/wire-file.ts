import { readFile } from 'node:fs/promises';
import { wirePresets } from '@mailrig/contract';
import { messageOf } from '../control/control-error.ts';
import { type WireChoice, wireFrom } from '../control/wire/wire.ts';
import { codeOf } from './system-errors.ts';

const presets = Object.keys(wirePresets);

/**
 * The value of `--wire`: the name of a preset, or the path of a calibration or of an object of wire options.
 *
 * @throws Error naming the file and what is wrong with it.
 */
export async function readWire(text: string): Promise<WireChoice> {
  if (isPreset(text)) return text;
  const content = await readFile(text, 'utf8').catch((error: unknown) => {
    const missing = codeOf(error) === 'ENOENT';
    throw new Error(
      missing
        ? `--wire must be one of ${presets.join(', ')} or the path of a calibration, and there is no file ${text}`
        : `The file ${text} cannot be read: ${messageOf(error)}`,
    );
  });
  try {
    const choice = JSON.parse(content) as WireChoice;
    wireFrom(choice);
    return choice;
  } catch (error) {
    throw new Error(`${text}: ${messageOf(error)}`, { cause: error });
  }
}

function isPreset(text: string): text is keyof typeof wirePresets {
  return Object.hasOwn(wirePresets, text);
}
