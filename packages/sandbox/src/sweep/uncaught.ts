import { node } from './runtime.ts';

const events = ['unhandledRejection', 'uncaughtException'] as const;

/**
 * Takes the errors that nothing catches, which would end the process, in place of all its listeners: a test runner would
 * count them as its own. Returns how to put those back.
 *
 * @param take Called with each error, in the asynchronous context that it comes from.
 */
export function catchUncaught(take: (error: unknown) => void): () => void {
  const putBack = events.map((event) => {
    const others = node?.listeners?.(event) ?? [];
    for (const other of others) node?.off?.(event, other);
    node?.on?.(event, take);
    return () => {
      node?.off?.(event, take);
      for (const other of others) node?.on?.(event, other);
    };
  });
  return () => {
    for (const undo of putBack) undo();
  };
}
