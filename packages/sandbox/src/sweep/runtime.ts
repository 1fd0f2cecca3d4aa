/** The process; `undefined` in other runtimes, or only parts of it. */
export const { process: node } = globalThis as {
  // Sockets and the like are shown for debugging, without types.
  readonly process?: Partial<NodeJS.Process> & { _getActiveHandles?(): unknown[] };
};

/** Replaces a method. Returns how to put the old one back. */
export function replace<T extends object>(owner: T, name: keyof T, method: T[keyof T]): () => void {
  const old = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value: method, configurable: true, writable: true });
  return () => {
    if (old) Object.defineProperty(owner, name, old);
    // What it inherits counts again.
    else Reflect.deleteProperty(owner, name);
  };
}
