import { replace } from './runtime.ts';

/** Counts what `crypto.subtle` works on: the runtime shows no difference between its work and what is done. */
export function watchCryptography(): { readonly count: number; end(): void } {
  let count = 0;
  // Pages have it only on https and localhost.
  const { subtle = {} } = globalThis.crypto as Partial<Crypto>;
  const prototype = Object.getPrototypeOf(subtle) as Record<string, unknown>;
  const names = 'digest' in subtle ? Object.getOwnPropertyNames(prototype) : [];
  const putBack = names.flatMap((name) => {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    if (typeof value !== 'function' || name === 'constructor') return [];
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
