import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { ControlError, messageOf } from '../control/control-error.ts';
import { type Seed, seedFrom } from '../control/seeds/seed.ts';

/**
 * Reads a seed file for `createSandbox({ seed })`: YAML if its name ends with `.yaml` or `.yml`,
 * otherwise JSON.
 *
 * @throws Error naming the file, the place in it and the expected value.
 */
export async function readSeed(file: string): Promise<Seed> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`The seed file ${file} cannot be read: ${reason(error)}`);
  });
  const value = await parse(file, text).catch((error: unknown) => {
    throw new Error(`${file} is not ${isYaml(file) ? 'YAML' : 'JSON'}: ${reason(error)}`);
  });
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

async function parse(file: string, text: string): Promise<unknown> {
  if (!isYaml(file)) return JSON.parse(text) as unknown;
  // The YAML parser is loaded only when it is needed.
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { prettyErrors: true }) as unknown;
}

function isYaml(file: string): boolean {
  return ['.yaml', '.yml'].includes(extname(file).toLowerCase());
}

/** The first line of an error message. */
function reason(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n', 1);
  return line.replace(/:$/, '');
}
