type Listener = (error: unknown) => void;

/** The parts of Node that a sweep uses. */
interface NodeProcess {
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
