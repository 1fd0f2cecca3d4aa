import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Whether generated files are to be written (`--write`), not only held against those that are there. */
export const writing = process.argv.includes('--write');

/**
 * Holds texts by their paths in the workspace against the files there; with `--write` it writes them.
 *
 * @returns the paths of the files that are not there or say something else.
 */
export function staleFiles(texts: Readonly<Record<string, string>>): string[] {
  if (writing) for (const [path, text] of Object.entries(texts)) write(join(root, path), text);
  return Object.keys(texts).filter((path) => read(join(root, path)) !== texts[path]);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
