/**
 * The sandbox as an HTTP server on Node.
 *
 * @packageDocumentation
 */
export { type SandboxServer, serve, type ServeOptions } from './mounts/node.ts';
