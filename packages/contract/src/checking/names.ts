/**
 * What to write for an unknown name: the most similar one, or all if none is similar.
 *
 * @param name The name that is not known.
 * @param known The names that are.
 */
export function nameHint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'leave it out';
  const meant = nearestName(name, known);
  return meant === undefined ? `choose from: ${known.join(', ')}` : `did you mean ${meant}?`;
}

/**
 * The end of a message about a wrong name: the one that was probably meant. Empty if none is similar.
 *
 * @param name The wrong name.
 * @param known All names that exist.
 */
export function meantHint(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/**
 * The message for a value that is not one of a closed list: the list, and the value that was probably meant.
 *
 * @param values All that are accepted.
 * @param given What was given; only a text can be similar to one.
 * @param count How many of them may be given: `one`, or `one or more`.
 */
export function mustBeOneOf(values: readonly string[], given: unknown, count = 'one'): string {
  return `must be ${count} of ${values.join(', ')}${typeof given === 'string' ? meantHint(given, values) : ''}`;
}

/** Most letters that may differ: a comparison takes four times as long for each. */
const mostMistakes = 3;

/**
 * The name that was most likely meant: the same but for case, `-` and `_`, one of which it is a part, such as `key`
 * of `apiKey`, or one in which one letter differs, or at most one in four. `undefined` if none is similar.
 *
 * @param name The name that is not known.
 * @param known The names that are.
 */
export function nearestName<Name extends string>(name: string, known: readonly Name[]): Name | undefined {
  const wanted = lettersOf(name);
  const find = (isMeant: (letters: string) => boolean) => known.find((one) => isMeant(lettersOf(one)));
  let found = find((letters) => letters === wanted);
  // In a short name, one letter makes a difference: `key` is a part of `apiKey` rather than a misspelt `ky`.
  if (wanted.length > 4) found ??= find((letters) => isWithin(wanted, letters, 1));
  if (wanted.length > 2) found ??= find((letters) => letters.includes(wanted));
  const most = Math.min(mostMistakes, Math.max(1, wanted.length / 4));
  for (let mistakes = 1; mistakes <= most; mistakes += 1) {
    found ??= find((letters) => isWithin(wanted, letters, mistakes));
  }
  return found;
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/**
 * The first of several texts, and how many more there are.
 *
 * @param texts All of them.
 * @param most How many are named. Default 1.
 */
export function firstOf(texts: readonly string[], most = 1): string {
  const more = texts.length - most;
  return more > 0 ? `${texts.slice(0, most).join(', ')} and ${more} more` : texts.join(', ');
}

/** Whether one name becomes the other by so many insertions, omissions, replacements or swaps of adjacent letters. */
function isWithin(one: string, other: string, mistakes: number): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === b) return true;
  if (mistakes === 0) return false;
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return [[1, 0], [0, 1], [1, 1], ...(isSwapped ? [[2, 2]] : [])].some(([skipped, added]) =>
    isWithin(a.slice(skipped), b.slice(added), mistakes - 1),
  );
}
