/**
 * Stores the journal of a run in a file. For Node, or another runtime with Node's file system.
 *
 * @packageDocumentation
 */

export { fileJournal } from './runs/journals/file-journal.ts';
export type { Journal } from './runs/journals/journal.ts';
