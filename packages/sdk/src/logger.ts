/**
 * Where the client writes what it does; `console` is one. It is given no key, no body and no query.
 * - `debug`: each request and each answer.
 * - `warn`: each repeat, and each hook that failed.
 * - `error`: each call that failed for good.
 * - `info`: nothing so far.
 */
export interface Logger {
  debug(message: string): unknown;
  info(message: string): unknown;
  warn(message: string): unknown;
  error(message: string): unknown;
}
