import { isMailrigError } from '../errors/guards.ts';

/** Has a stack once it has been captured. */
interface Site {
  readonly stack?: string;
}

/** Leaves out the frames above a function; not every engine has it. */
// Destructuring would look like an effect to bundlers.
const captureStackTrace = (
  Error as { captureStackTrace?: (site: Site, above: (...input: never) => unknown) => void }
).captureStackTrace;

/** Runs work. If it fails with an error of this package, the stack of the error leads to the call site. */
export type Traced = <T>(work: () => Promise<T>) => Promise<T>;

/** Remembers the line that calls this package: once a call has failed, an engine may no longer know it. */
export function callSite(above: (...input: never) => unknown = callSite): Traced {
  const site: Site = captureStackTrace ? {} : new Error();
  captureStackTrace?.(site, above);
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (isMailrigError(error)) lead(error, site);
      throw error;
    }
  };
}

/** Runs a call. If it fails, the stack of its error leads to the line that made it. */
export function traceCaller<T>(call: () => Promise<T>): Promise<T> {
  return callSite(traceCaller)(call);
}

function lead(error: Error, { stack = '' }: Site): void {
  if (stack === '') return;
  // Some engines begin a stack with the name and the message of the error.
  const frames = stack.search(/^ +at /m);
  const value = frames < 0 ? stack : `${error.name}: ${error.message}\n${stack.slice(frames)}`;
  Object.defineProperty(error, 'stack', { value, configurable: true, writable: true });
}
