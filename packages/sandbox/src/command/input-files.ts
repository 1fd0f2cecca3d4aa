import { readFile } from 'node:fs/promises';
import { wirePresets } from '@mailrig/contract';
import { meantHint } from '@mailrig/contract/checking';
import { ControlError, messageOf } from '../control/control-error.ts';
import { type Seed, seedFrom } from '../control/seeds/seed.ts';
import { type WireInput, wireFrom } from '../control/wire/wire.ts';
import { codeOf } from './errors.ts';

/** The text of a file that the user named. Throws an `Error` with one line if it cannot be read. */
export function textOf(file: string, kind = 'file'): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`The ${kind} ${file} cannot be read: ${reason(error)}`);
  });
}

/** The value of a JSON text in a file. Throws an `Error` with one line if it is not JSON. */
export function jsonIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${reason(error)}`, { cause: error });
  }
}

/**
 * The value of `--wire`: the name of a preset, or the path of a calibration or of an object of wire options.
 *
 * @throws Error naming the file and what is wrong with it.
 */
export async function readWire(text: string): Promise<WireInput> {
  if (isPreset(text)) return text;
  const content = await readFile(text, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw new Error(`The file ${text} cannot be read: ${reason(error)}`);
    const presets = Object.keys(wirePresets);
    throw new Error(
      `--wire must be one of ${presets.join(', ')} or the path of a calibration, and there is no file ${text}${meantHint(text, presets)}`,
    );
  });
  try {
    const wire = JSON.parse(content) as WireInput;
    wireFrom(wire);
    return wire;
  } catch (error) {
    throw new Error(`${text}: ${messageOf(error)}`, { cause: error });
  }
}

const isPreset = (text: string): text is keyof typeof wirePresets => Object.hasOwn(wirePresets, text);

/**
 * Reads a seed: YAML if the name of the file ends with `.yaml` or `.yml`, otherwise JSON.
 *
 * @param file Its path.
 * @throws Error naming the file, the position in it and the expected value.
 */
export async function readSeed(file: string): Promise<Seed> {
  const text = await textOf(file, 'seed file');
  const value = /\.ya?ml$/i.test(file) ? await yamlIn(file, text) : jsonIn(file, text);
  try {
    // An empty YAML file is an empty seed.
    return seedFrom(value ?? {});
  } catch (error) {
    throw inFile(file, error);
  }
}

/** Turns an error about `seed.…` into one about the seed's file; other errors stay as they are. */
export function inFile(file: string, error: unknown): unknown {
  if (!(error instanceof ControlError) || !/^seed\b/.test(error.message)) return error;
  return new Error(`${file}: ${error.message.replace(/^seed\.?/, '').trim()}`);
}

async function yamlIn(file: string, text: string): Promise<unknown> {
  // The YAML parser is loaded only when it is needed.
  const { parse } = await import('yaml');
  try {
    return parse(text, { prettyErrors: true }) as unknown;
  } catch (error) {
    throw new Error(`${file} is not YAML: ${reason(error)}`, { cause: error });
  }
}

/** The first line of an error message. */
function reason(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n', 1);
  return line.replace(/:$/, '');
}
