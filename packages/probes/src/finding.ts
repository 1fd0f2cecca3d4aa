/** What a probe makes of the answers. */
export type Finding =
  | {
      readonly kind: 'value';
      /** A value of the wire option, or a short name of the behaviour. */
      readonly value: string;
      /** What was seen, for people. It never holds data of the deployment's users. */
      readonly seen: string;
    }
  | { readonly kind: 'undetermined' | 'contradictory'; readonly reason: string };

/** The answers show this value. */
export function shows(value: string, seen: string): Finding {
  return { kind: 'value', value, seen };
}

/** The answers do not tell. */
export function undetermined(reason: string): Finding {
  return { kind: 'undetermined', reason };
}

/** The answers show two values at once, or one that no value stands for. */
export function contradictory(reason: string): Finding {
  return { kind: 'contradictory', reason };
}

/** One value if all sources agree; `undefined` for a source that does not tell. */
export function agreed(
  values: readonly (string | undefined)[],
  seen: (value: string) => string,
  silent: string,
): Finding {
  const told = [...new Set(values.filter((value) => value !== undefined))];
  const [value] = told;
  if (value === undefined) return undetermined(silent);
  if (told.length > 1) return contradictory(`different answers show ${told.join(' and ')}`);
  return shows(value, seen(value));
}
