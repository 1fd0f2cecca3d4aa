/** Where the client writes what it does; `console` is one. It is given no key, no body and no query. */
export interface Logger {
  /** Each request and each answer. */
  debug(message: string): unknown;
  /** Nothing so far. */
  info(message: string): unknown;
  /** Each repeat, and each hook that failed. */
  warn(message: string): unknown;
  /** Each call that failed for good. */
  error(message: string): unknown;
}
