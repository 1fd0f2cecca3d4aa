import { invalid } from './control-error.ts';

/**
 * A process can have several copies of this package: as an ES module and as CommonJS, or after a test runner has reset
 * its modules. Copies recognise each other's objects by this mark.
 */
const mark = Symbol.for('mailrig.kind');

/** What other copies recognise. */
type Kind = 'sandbox' | 'mailbox' | 'sweep report';

/** Marks the instances of a class. */
export function markAs(kind: Kind, { prototype }: { readonly prototype: object }): void {
  Object.defineProperty(prototype, mark, { value: kind });
}

/** Whether some copy made a value. With an object of another copy, use only its public methods. */
export function isMarkedAs(kind: Kind, value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, mark) === kind;
}

/**
 * Checks what should be a sandbox of any copy.
 *
 * @param example How to pass one.
 */
export function checkSandbox(sandbox: unknown, example: string): void {
  if (!isMarkedAs('sandbox', sandbox)) throw invalid('sandbox', `must be a sandbox: ${example}`);
}

/**
 * Checks that this copy made a sandbox, for what needs more than its public methods.
 *
 * @param own The class of this copy.
 * @param user The function that needs it.
 */
export function checkSameCopy(
  sandbox: object,
  own: abstract new (...args: never[]) => object,
  user: string,
): void {
  if (sandbox instanceof own) return;
  throw invalid(
    'sandbox',
    `comes from another copy of @mailrig/sandbox than ${user}. Import both the same way, with import or with require, and import them again together after the test runner has reset its modules`,
  );
}
