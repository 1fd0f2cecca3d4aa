/**
 * The sandbox as an HTTP server on Node, and the command that serves it.
 *
 * @packageDocumentation
 */
export { type SandboxServer, serve, type ServeOptions } from './mounts/node.ts';
export { readSeed } from './files/seed.ts';
export { loadState, saveState } from './files/state.ts';
export type { Announcement } from './cli/announce.ts';
export { type CommandHooks, type ReadyCommand, runCommandLine } from './cli/run.ts';
