/** A piece of a text next to another: in both, or only on one side. */
export interface Part {
  readonly text: string;
  readonly isOwn: boolean;
}

/** Pieces of each side that are compared: more would take long. */
const most = 3_000;

/** Both texts in pieces: words that only one of them has are marked. Of long texts, whole lines are compared. */
export function differences(left: string, right: string): readonly [left: Part[], right: Part[]] {
  const words = [piecesOf(left, /\s+|\S+/g), piecesOf(right, /\s+|\S+/g)] as const;
  const isLong = words.some(({ length }) => length > most);
  const [a, b] = isLong ? [left.split(/(?<=\n)/), right.split(/(?<=\n)/)] : words;
  const shared = sharedIn(a.slice(0, most), b.slice(0, most));
  const marked = (pieces: readonly string[], side: 0 | 1) => {
    const inBoth = new Set(shared.map((pair) => pair[side]));
    return pieces.slice(0, most).map((text, at) => ({ text, isOwn: !inBoth.has(at) && text.trim() !== '' }));
  };
  return [marked(a, 0), marked(b, 1)];
}

function piecesOf(text: string, form: RegExp): readonly string[] {
  return text.match(form) ?? [];
}

/** The places of the longest common sequence. */
function sharedIn(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const columns = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * columns);
  const at = (i: number, j: number) => lengths[i * columns + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * columns + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) found.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}
