import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Whether to write generated files (`--write`) instead of only comparing them. */
export const writing = process.argv.includes('--write');

/**
 * Compares texts with the files at their paths in the workspace. With `--write` it writes them first.
 *
 * @returns the paths whose file is missing or different.
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
