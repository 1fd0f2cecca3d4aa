/** A piece of HTML source in one colour. */
export interface Piece {
  readonly text: string;
  readonly kind?: 'comment' | 'tag' | 'name' | 'string';
}

/** Longer sources get no colours, so that the page stays quick. */
const most = 500_000;

const outer = /<!--[^]*?(?:-->|$)|<[/!?]?[a-z](?:"[^"]*"|'[^']*'|[^'">])*>?/gi;
const inner = /"[^"]*"|'[^']*'|[^\s"'=<>/!?]+|[^]/g;

/** The lines of HTML source, in pieces with their colours. */
export function colouredLines(source: string): Piece[][] {
  const lines: Piece[][] = [[]];
  const add = (text: string, kind?: Piece['kind']) => {
    for (const [at, part] of text.split(/\r\n|\r|\n/).entries()) {
      if (at > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, ...(kind && { kind }) });
    }
  };
  if (source.length > most) {
    add(source);
    return lines;
  }
  let end = 0;
  for (const { 0: match, index } of source.matchAll(outer)) {
    add(source.slice(end, index));
    if (match.startsWith('<!--')) add(match, 'comment');
    else addTag(match, add);
    end = index + match.length;
  }
  add(source.slice(end));
  return lines;
}

function addTag(tag: string, add: (text: string, kind?: Piece['kind']) => void): void {
  let isName = true;
  for (const [token] of tag.matchAll(inner)) {
    const isWord = token.length > 1 || /[^\s"'=<>/!?]/.test(token);
    if (!isWord) {
      add(token);
    } else if (/^["']/.test(token)) {
      add(token, 'string');
    } else {
      add(token, isName ? 'tag' : 'name');
      isName = false;
    }
  }
}
