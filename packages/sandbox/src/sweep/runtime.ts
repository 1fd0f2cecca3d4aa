type Listener = (error: unknown) => void;

/** The parts of Node that a sweep uses. */
interface NodeProcess {
  readonly platform?: string;
  cwd(): string;
  getBuiltinModule?(name: string): unknown;
  getActiveResourcesInfo?(): string[];
  _getActiveHandles?(): object[];
  listeners?(event: string): Listener[];
  on?(event: string, listener: Listener): unknown;
  off?(event: string, listener: Listener): unknown;
}

/** The process; `undefined` in other runtimes. */
export const { process: node } = globalThis as { process?: NodeProcess };

/** A module of Node; `undefined` in other runtimes. */
export function moduleOf<M>(name: `node:${string}`): M | undefined {
  return node?.getBuiltinModule?.(name) as M | undefined;
}

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
