import { node } from './runtime.ts';

/** Takes the errors that nothing catches, which would end the process. */
export interface Uncaught {
  /** Called with each of them, in the asynchronous context that it comes from. */
  take: (error: unknown) => void;
  /** Puts the listeners of the process back. */
  end(): void;
}

const events = ['unhandledRejection', 'uncaughtException'] as const;

/** Takes the place of all listeners for such errors: a test runner would count them as its own. */
export function catchUncaught(): Uncaught {
  const uncaught: Uncaught = { take: () => {}, end: () => {} };
  const putBack = events.map((event) => {
    const others = node?.listeners?.(event) ?? [];
    const listener = (error: unknown) => uncaught.take(error);
    for (const other of others) node?.off?.(event, other);
    node?.on?.(event, listener);
    return () => {
      node?.off?.(event, listener);
      for (const other of others) node?.on?.(event, other);
    };
  });
  uncaught.end = () => {
    for (const undo of putBack) undo();
  };
  return uncaught;
}
