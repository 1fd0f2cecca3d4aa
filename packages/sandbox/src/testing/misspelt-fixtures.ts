import { nearestName } from '@mailrig/contract/checking';

const fixtures = ['sandbox', 'sandboxOptions'] as const;

/** Lets `test.override` refuse a name that is nearly one of a fixture, of which Vitest would make a new one. */
export function refuseMisspelt(test: object): void {
  for (const method of ['override', 'scoped']) {
    const original: unknown = Reflect.get(test, method);
    if (typeof original !== 'function') continue;
    const checked = (...given: readonly unknown[]): unknown => {
      const [first] = given;
      for (const name of typeof first === 'string' ? [first] : Object.keys(Object(first))) {
        const meant = nearestName(name, fixtures);
        if (meant === undefined || meant === name || (fixtures as readonly string[]).includes(name)) continue;
        throw new TypeError(`test.${method}: there is no fixture ${name}: did you mean ${meant}?`);
      }
      return Reflect.apply(original, test, given);
    };
    Object.defineProperty(test, method, { value: checked, configurable: true, writable: true });
  }
}
