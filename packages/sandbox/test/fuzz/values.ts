import fc from 'fast-check';

/** A key of the default account. No refusal and no request log may ever show it. */
export const secret = 'sk_live_sandbox';

const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'then',

  'id',
  'email',
  'to',
  'customFields',
  'plan',
  'page',
  'limit',
  'status',
  '',
  ' ',
  'a.b',
  '\u0000',
  '\ud800',
);

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\r\nX-Evil: 1',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '%',
    '%00',
    '..',

    '__proto__',
    'constructor',
    'null',
    '-1',
    '0',
    '1e309',
    '{{name}}',
    '{{',
    '{{__proto__.x}}',
    '💥'.repeat(50),

    'a@b',
    'a@b.c',
    '"a" <a@b.co>',
    'x@batch-fail.test',
    'a@xn--a.com',
    `a@${'é'.repeat(63)}.com`,
    '<>@<>',

    'text/plain; a="\u007f"',
    'image/png;x=\u00e9',
    '9999-12-31T23:59:59.999Z',
    '2026-02-30',
    '0000-01-01',
    secret,
    `Bearer ${secret}`,
    'x'.repeat(70_000),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 20 }),
);

const numbers = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 1.5, 100, 101, 1e21, 1e308, -1e308, 5e-324, 2 ** 53, 8.64e15, 8.64e15 + 1),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const deep = fc.tuple(fc.constantFrom(50, 99, 100, 101, 400), fc.boolean()).map(([levels, inArrays]) => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = inArrays ? [value] : { a: value };
  return value;
});

/** Any JSON, biased toward values that break programs. */
export const hostile: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    numbers,
    fc.constantFrom(null, true, false),
    deep,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(names, fc.string({ maxLength: 8 })), tie('value')), { maxLength: 4 })
      .map(ownMembers),
  ),
})).value;

/** Text for a path parameter, a query value or a header. */
export const hostileText = texts;
/** The name of a member, a query parameter or a header. */
export const hostileName = fc.oneof(names, fc.string({ maxLength: 8 }));

/** One change to a value: a member replaced, added or removed. */
export interface Change {
  /** Index into all places of the value, modulo their number. */
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add';
  readonly name: string;
  readonly value: unknown;
}

export const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(63),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add'),
  name: hostileName,
  value: hostile,
});

/** The value with one change applied. */
export function changed(value: unknown, { place, kind, name, value: other }: Change): unknown {
  const places = placesOf(value);
  const path = places[place % places.length] ?? [];
  if (kind === 'add') return edit(value, path, (at) => withMember(at, name, other));
  return edit(value, path, () => (kind === 'remove' ? undefined : other));
}

/** An object with these as own members, including `__proto__`. */
function ownMembers(members: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(members);
}

function withMember(value: unknown, name: string, member: unknown): unknown {
  if (Array.isArray(value)) return [...value, member];
  if (typeof value !== 'object' || value === null) return member;
  return ownMembers([...Object.entries(value), [name, member]]);
}

function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...path, name]))];
}

function edit(value: unknown, [first, ...rest]: readonly string[], make: (at: unknown) => unknown): unknown {
  if (first === undefined) return make(value);
  if (Array.isArray(value)) {
    return value.map((member: unknown, index) =>
      String(index) === first ? edit(member, rest, make) : member,
    );
  }
  return ownMembers(
    Object.entries(value as object).map(([name, member]) => [
      name,
      name === first ? edit(member, rest, make) : member,
    ]),
  );
}
