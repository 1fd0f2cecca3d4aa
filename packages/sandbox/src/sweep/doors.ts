import type { Sandbox } from '../control/sandbox.ts';
import { moduleOf } from './runtime.ts';

interface AsyncContext {
  run<R>(door: Sandbox, work: () => R): R;
  getStore(): Sandbox | undefined;
  disable(): void;
}

const { AsyncLocalStorage } =
  moduleOf<{ AsyncLocalStorage: new () => AsyncContext }>('node:async_hooks') ?? {};
/** The door of the task whose code runs now, through all that it awaits. */
const doors = AsyncLocalStorage && new AsyncLocalStorage();

/** Does the work of a task, whose requests go through this door, also if they are made to another sandbox of the sweep. */
export function throughDoor<R>(door: Sandbox, work: () => R): R {
  return doors ? doors.run(door, work) : work();
}

/** The door of the task that runs now; `undefined` for code that no task began, and outside of Node. */
export function doorOfTask(): Sandbox | undefined {
  return doors?.getStore();
}

/** Forgets all doors: in Node 22, to know them slows down every promise of the process. */
export function forgetDoors(): void {
  doors?.disable();
}
