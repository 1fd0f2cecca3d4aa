/**
 * What needs a file system, for Node, Bun and Deno.
 *
 * @packageDocumentation
 */

export { fileJournal } from './runs/file-journal.ts';
export type { Journal } from './runs/journal.ts';
