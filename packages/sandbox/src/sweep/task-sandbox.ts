import type { Sandbox } from '../control/sandbox.ts';
import { node } from './runtime.ts';

const { AsyncLocalStorage } = node?.getBuiltinModule?.('node:async_hooks') ?? {};
/** The sandbox of the task whose code runs now, through all that it awaits. */
const taskSandboxes = AsyncLocalStorage && new AsyncLocalStorage<Sandbox>();

/** Does the work of a task, whose requests go through its own sandbox, also if they are made to another sandbox of the sweep. */
export function asTask<R>(own: Sandbox, work: () => R): R {
  return taskSandboxes ? taskSandboxes.run(own, work) : work();
}

/** The sandbox of the task that runs now; `undefined` for code that no task began, and outside of Node. */
export function sandboxOfTask(): Sandbox | undefined {
  return taskSandboxes?.getStore();
}

/** Forgets the sandboxes of all tasks: in Node 22, to know them slows down every promise of the process. */
export function forgetTasks(): void {
  taskSandboxes?.disable();
}
