/** A number in a text. */
export interface Figure {
  /** As written, with the word behind it: `10 minutes`. */
  readonly text: string;
  /** Milliseconds, bytes, or the number as it stands. */
  readonly value: number;
  /** What it counts: `ms`, `bytes`, `%`, or the stem of the word behind it; empty without one. */
  readonly kind: string;
  readonly index: number;
}

/** What a unit counts, and how many of them it is. */
const units: readonly (readonly [unit: RegExp, kind: string, size: number])[] = [
  [/^(ms|milliseconds?)$/, 'ms', 1],
  [/^(s|seconds?)$/, 'ms', 1_000],
  [/^(m|min|minutes?)$/, 'ms', 60_000],
  [/^(h|hours?)$/, 'ms', 3_600_000],
  [/^(d|days?)$/, 'ms', 86_400_000],
  [/^(kb|kib)$/, 'bytes', 1_024],
  [/^(mb|mib)$/, 'bytes', 1_048_576],
  [/^(gb|gib)$/, 'bytes', 1_073_741_824],
  [/^%$/, '%', 0.01],
];

/** Not a part of a name, a time or a date. */
const number = /(?<![\w.:#~/@-])(\d[\d,_]*(?:\.\d+)?)(?![:.]?\d|th\b| [A-Z][a-z])(?:[ -]?(%|[A-Za-z]+))?/g;

/** Words that every sentence may have. */
const common = new Set(
  'all and another any are because been between can each every for from has have how into its longer may more most must not one only other out over same set than that the their them then there these they this those two under until use when which who will with within without you your'.split(
    ' ',
  ),
);

/** The numbers in a text, without those that belong to a name, such as `R53`, `4.0.1` or `#7`. */
export function figuresIn(text: string): Figure[] {
  return [...text.matchAll(number)].map(({ 0: whole, 1: digits = '', 2: word = '', index }) => {
    const amount = Number(digits.replaceAll(/[,_]/g, ''));
    const [, kind = termOf(word), size = 1] = units.find(([unit]) => unit.test(word.toLowerCase())) ?? [];
    return { text: whole, value: amount * size, kind, index };
  });
}

/** What a text is about: the stems of its words, and of those in its names. */
export function termsIn(text: string): ReadonlySet<string> {
  const words = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/);
  return new Set(words.map(termOf).filter((term) => term !== ''));
}

function termOf(word: string): string {
  const lower = word.toLowerCase();
  if (lower.length < 3 || common.has(lower)) return '';
  return lower.replace(/ies$/, 'y').replace(/(ing|ed|es|s|e)$/, '');
}
