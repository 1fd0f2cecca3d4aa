import type { Sandbox } from '../control/sandbox.ts';

/** The process of Node. Other runtimes have none, or only parts of it. */
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

/** Lets calls of some methods go through a function, which may make them. Returns how to put the old methods back. */
export function intercept<T extends object>(
  owner: T | undefined,
  methods: RegExp,
  through: (call: () => unknown, self: never, method: string, input: readonly unknown[]) => unknown,
): (() => void)[] {
  return Object.entries(Object.getOwnPropertyDescriptors(owner ?? {})).flatMap(([method, { value: old }]) => {
    if (!owner || !methods.test(method) || typeof old !== 'function') return [];
    const apply = (_: unknown, self: never, input: readonly unknown[]) =>
      through(() => Reflect.apply(old, self, input) as unknown, self, method, input);
    return replace(owner, method as keyof T, new Proxy(old, { apply }) as T[keyof T]);
  });
}

/** Makes imports such as `import { setTimeout } from 'node:timers'` see the current methods. */
export const shareBuiltins = () => node?.getBuiltinModule?.('node:module').syncBuiltinESMExports();

const events = ['unhandledRejection', 'uncaughtException'];
const emitter: Partial<NodeJS.EventEmitter> | undefined = node;

/** Takes the errors that nothing catches, which a test runner would count. Returns how to put its listeners back. */
export function catchUncaught(take: (error: unknown) => void): () => void {
  const putBack = events.map((event) => {
    const others = emitter?.listeners?.(event) ?? [];
    emitter?.removeAllListeners?.(event).on(event, take);
    return () => {
      emitter?.off?.(event, take);
      for (const other of others) emitter?.on?.(event, other as typeof take);
    };
  });
  return () => {
    for (const undo of putBack) undo();
  };
}

const { AsyncLocalStorage } = node?.getBuiltinModule?.('node:async_hooks') ?? {};
/** The sandbox of the task whose code runs now, through all that it awaits. */
const taskSandboxes = AsyncLocalStorage && new AsyncLocalStorage<Sandbox>();

/** Does the work of a task. Its requests go through its own sandbox, even those to another sandbox of the sweep. */
export const asTask = <R>(taskSandbox: Sandbox, work: () => R): R =>
  taskSandboxes ? taskSandboxes.run(taskSandbox, work) : work();

/** The sandbox of the task that runs now; `undefined` for code that no task began, and outside of Node. */
export const sandboxOfTask = () => taskSandboxes?.getStore();

/** Forgets the sandboxes of all tasks: in Node 22, storing them slows down every promise of the process. */
export function forgetTasks(): void {
  taskSandboxes?.disable();
}
