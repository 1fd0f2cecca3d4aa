/**
 * The sandbox as an HTTP server on Node, and the command that serves it.
 *
 * @packageDocumentation
 */
export type { AccessOptions } from './mounts/access.ts';
export { type SandboxServer, serve, type ServeOptions } from './mounts/node.ts';
export { readSeed } from './command/input-files.ts';
export type { Announcement } from './command/announce.ts';
export { runCommandLine } from './command/run.ts';
export type { CommandHooks, ReadyCommand } from './command/serve.ts';
