const warned = new WeakMap<object, Set<string>>();
const silent = new WeakSet<object>();

/** Writes a warning to the console, once for each `about` and for all forks of the state `start`. */
export function warnOnce(start: object, about: string, message: string): void {
  if (silent.has(start)) return;
  const known = warned.get(start) ?? new Set();
  if (known.has(about)) return;
  warned.set(start, known.add(about));
  console.warn(`mailrig sandbox: ${message}`);
}

/** Turns warnings off for a sandbox that is asked on purpose for what it does not have. */
export function neverWarn(start: object): void {
  silent.add(start);
}
