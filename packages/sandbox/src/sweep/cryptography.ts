import { replace } from './replace.ts';

/** Counts what `crypto.subtle` works on: the runtime shows no difference between its work and what is done. */
export function watchCryptography(): { readonly count: number; end(): void } {
  let count = 0;
  const prototype = Object.getPrototypeOf(globalThis.crypto.subtle) as Record<string, unknown>;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  const putBack = names.flatMap((name) => {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    if (typeof value !== 'function') return [];
    return replace(prototype, name, function (this: SubtleCrypto, ...input: unknown[]): unknown {
      const result: unknown = Reflect.apply(value, this, input);
      if (!(result instanceof Promise)) return result;
      count += 1;
      const done = () => {
        count -= 1;
      };
      result.then(done, done);
      return result;
    });
  });
  return {
    get count() {
      return count;
    },
    end: () => {
      for (const undo of putBack) undo();
    },
  };
}
