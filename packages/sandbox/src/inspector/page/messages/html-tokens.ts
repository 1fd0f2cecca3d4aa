/** A piece of HTML source in one colour. */
export interface Piece {
  readonly text: string;
  readonly kind?: 'comment' | 'tag' | 'name' | 'string';
}

/** Longer sources get no colours, so that the page stays quick. */
const most = 100_000;

const outer = /<!--[^]*?(?:-->|$)|<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>?/gi;
const inner = /"[^"]*"|'[^']*'|[^\s"'=<>/!?]+/g;

/** HTML source in pieces with their colours. A part of the pieces takes time for that part only. */
export function* colouredPieces(source: string): Generator<Piece> {
  let end = 0;
  for (const { index, text, kind } of tokensIn(source)) {
    if (index > end) yield { text: source.slice(end, index) };
    yield { text, kind };
    end = index + text.length;
  }
  if (end < source.length) yield { text: source.slice(end) };
}

/** The lines of HTML source, in pieces with their colours. */
export function colouredLines(source: string): Piece[][] {
  if (source.length > most) return source.split(lineEnd).map((text) => (text === '' ? [] : [{ text }]));
  const lines: Piece[][] = [[]];
  for (const piece of colouredPieces(source)) {
    for (const [at, text] of piece.text.split(lineEnd).entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...piece, text });
    }
  }
  return lines;
}

const lineEnd = /\r\n|\r|\n/;

/** What has a colour, with its offset. */
function* tokensIn(source: string): Generator<Required<Piece> & { readonly index: number }> {
  for (const { 0: match, index } of source.matchAll(outer)) {
    if (match.startsWith('<!--')) {
      yield { index, text: match, kind: 'comment' };
      continue;
    }
    let word: 'tag' | 'name' = 'tag';
    for (const { 0: text, index: at } of match.matchAll(inner)) {
      const isString = /^["']/.test(text);
      yield { index: index + at, text, kind: isString ? 'string' : word };
      if (!isString) word = 'name';
    }
  }
}
