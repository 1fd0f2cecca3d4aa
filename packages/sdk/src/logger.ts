/** Receives log messages; `console` is one. Messages never contain API keys, bodies or queries. */
export interface Logger {
  /** Called for each request and each response. */
  debug(message: string): unknown;
  /** Not used yet. */
  info(message: string): unknown;
  /** Called for each retry, and for each hook or callback that fails. */
  warn(message: string): unknown;
  /** Called for each call that fails after all its retries. */
  error(message: string): unknown;
}
