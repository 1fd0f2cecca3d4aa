/** What a probe makes of the answers. */
export type Finding =
  | {
      /** Whether the answers settle the question. */
      readonly kind: 'value';
      /** A value of the wire option, or a short name of the behaviour. */
      readonly value: string;
      /** What was seen, for people. It never holds data of the deployment's users. */
      readonly seen: string;
    }
  | {
      /**
       * - `undetermined`: the answers do not show it.
       * - `contradictory`: one answer shows this, another that.
       * - `other`: they show something that no value of the option stands for.
       */
      readonly kind: 'undetermined' | 'contradictory' | 'other';
      /** Why they do not. */
      readonly reason: string;
    };

/** The answers show this value. */
export function shows(value: string, seen: string): Finding {
  return { kind: 'value', value, seen };
}

/** The answers do not show a value. */
export function undetermined(reason: string): Finding {
  return { kind: 'undetermined', reason };
}

/** The answers show something that no value stands for. */
export function showsOther(reason: string): Finding {
  return { kind: 'other', reason };
}

/** A value, or in one word why there is none. */
export function valueOf(finding: Finding): string {
  return finding.kind === 'value' ? finding.value : finding.kind;
}

/** One value if all sources agree, a contradiction if they do not; `undefined` for a source that shows none. */
export function agreed(
  values: readonly (string | undefined)[],
  seen: (value: string) => string,
  silent: string,
): Finding {
  const shown = [...new Set(values.filter((value) => value !== undefined))];
  const [value] = shown;
  if (value === undefined) return undetermined(silent);
  if (shown.length > 1)
    return { kind: 'contradictory', reason: `different answers show ${shown.join(' and ')}` };
  return shows(value, seen(value));
}
