import { diffArrays } from 'diff';

/** A piece of two texts: the same in both except for white space, or different in each. */
export interface Piece {
  readonly left: string;
  readonly right: string;
  readonly isSame: boolean;
}

/** Two texts in pieces. In the lines that differ, the words that differ are pieces of their own. */
export function differences(left: string, right: string): readonly Piece[] {
  return piecesOf(left.split(/(?<=\n)/), right.split(/(?<=\n)/)).flatMap((lines) =>
    lines.isSame ? lines : piecesOf(wordsOf(lines.left), wordsOf(lines.right)),
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words of any language and the marks between them, each with the white space behind it. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    words.push(segment.trim() === '' ? `${words.pop() ?? ''}${segment}` : segment);
  }
  return words;
}

/** Most insertions and deletions: comparing more takes seconds, and is of little use. */
const maxEditLength = 2_000;

const comparator = (one: string, other: string) => one.trim() === other.trim();

function piecesOf(left: string[], right: string[]): readonly Piece[] {
  const changes = diffArrays(left, right, { comparator, maxEditLength });
  if (!changes) return [{ left: left.join(''), right: right.join(''), isSame: false }];
  const pieces: Piece[] = [];
  for (const { added, removed, count } of changes) {
    const own = {
      left: added ? '' : left.splice(0, count).join(''),
      right: removed ? '' : right.splice(0, count).join(''),
      isSame: !added && !removed,
    };
    // What one side has instead comes right after what the other had.
    const before = added && pieces.at(-1)?.right === '' ? pieces.pop() : undefined;
    pieces.push({ ...own, left: before?.left ?? own.left });
  }
  return pieces;
}
