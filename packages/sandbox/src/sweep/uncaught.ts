import { node } from './runtime.ts';

const events = ['unhandledRejection', 'uncaughtException'];
const emitter: Partial<NodeJS.EventEmitter> | undefined = node;

/**
 * Takes the errors that nothing catches, in place of all listeners: a test runner would count them as its own. Returns
 * how to put those back.
 */
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
