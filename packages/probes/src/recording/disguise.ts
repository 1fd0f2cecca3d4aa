/** Filler for characters of one to four bytes in UTF-8, so that a disguised text has as many bytes as before. */
const alphabets: readonly (readonly string[])[] = [
  [...'xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW'],
  lettersFrom(0xe0, 23),
  lettersFrom(0x30_42, 80),
  lettersFrom(0x1_d4_82, 26),
];

function lettersFrom(code: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(code + index));
}

/** A public text that spam filters are tested with. Its effect would be lost with its letters (A62). */
const gtube = String.raw`XJS\*C4JDBQADN1\.NSBN3\*2IDNEN\*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL\*C\.34X`;

/** Placeholders of templates, the test for spam filters, and control characters: they decide whether a text is valid. */
const kept = new RegExp(String.raw`\{\{\s*[A-Za-z_][A-Za-z_.]{0,63}\s*\}\}|${gtube}|\p{Cc}`, 'gu');

/** From this length on, a disguised text shows its number. */
export const shortestNumbered = 8;

/** How to disguise a text. */
export interface DisguiseOptions {
  /** Also keeps characters that are neither letters nor digits, for names whose form decides whether they are valid. */
  readonly punctuation?: boolean;
}

/**
 * Replaces the characters of a text: equally many code points and bytes, nothing readable but its number.
 * `{{variables}}` and control characters stay, and so do texts of spaces only.
 *
 * @param number Different numbers give different texts, as long as there is room for them.
 */
export function disguise(
  text: string,
  number: number,
  { punctuation = false }: DisguiseOptions = {},
): string {
  if (!/\S/.test(text)) return text;
  const characters = [...text];
  const free = freePositions(text, punctuation);
  if (free.length === 0) return text;
  for (const position of free) characters[position] = letterFor(characters[position], 0);
  const label = `text${number}`;
  const start = free.slice(0, label.length);
  const isNumbered = free.length >= Math.max(shortestNumbered, label.length);
  if (isNumbered && start.every((position) => characters[position] === 'x')) {
    for (const [index, position] of start.entries()) characters[position] = label.charAt(index);
    return characters.join('');
  }
  let rest = number;
  for (const position of free.toReversed()) {
    const { length } = alphabetOf(characters[position]);
    characters[position] = letterFor(characters[position], rest % length);
    rest = Math.floor(rest / length);
  }
  return rest === 0 ? characters.join('') : `${characters.join('')}${number}`;
}

/** The positions of the code points that may be replaced. */
function freePositions(text: string, punctuation: boolean): number[] {
  const free: number[] = [];
  let position = 0;
  let end = 0;
  const take = (part: string) => {
    for (const character of part) {
      if (!punctuation || /[\p{L}\p{N}]/u.test(character)) free.push(position);
      position += 1;
    }
  };
  for (const { 0: found, index } of text.matchAll(kept)) {
    take(text.slice(end, index));
    position += [...found].length;
    end = index + found.length;
  }
  take(text.slice(end));
  return free;
}

function letterFor(character: string | undefined, index: number): string {
  return alphabetOf(character)[index] ?? 'x';
}

function alphabetOf(character = ''): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const width = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x1_00_00 ? 2 : 3;
  return alphabets[width] ?? [];
}
