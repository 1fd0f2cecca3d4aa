const warned = new Set<string>();

/**
 * Writes a warning to the console, once in a process, however many sandboxes a test suite creates.
 *
 * @param about What it is about: a second warning about the same is not written.
 */
export function warnOnce(about: string, message: string): void {
  if (warned.has(about)) return;
  warned.add(about);
  console.warn(`mailrig sandbox: ${message}`);
}
