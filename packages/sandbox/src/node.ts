/**
 * The sandbox as an HTTP server on Node, and the command that serves it.
 *
 * @packageDocumentation
 */
export type { AccessOptions } from './mounts/access.ts';
export { type SandboxServer, serve, type ServeOptions } from './mounts/node.ts';
export { readSeed } from './cli/seed-file.ts';
export type { Announcement } from './cli/announce.ts';
export { runCommandLine } from './cli/run.ts';
export type { CommandHooks, ReadyCommand } from './cli/serve.ts';
