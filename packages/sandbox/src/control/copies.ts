/** Marks objects, so that another copy of this package in the process recognises them: CommonJS, or modules reset. */
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
