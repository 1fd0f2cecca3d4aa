type Known = number | readonly number[];

/** Whether `key` is at a position in the caller's version. */
type IsThere = (key: string, place: number) => boolean;

/**
 * Maps a key to every position it has ever had, across all versions. Nothing is removed, so all
 * versions share one index, and a restore leaves it as it is. The caller checks the positions: in its
 * version, at most one of them still holds the key.
 */
export class SharedIndex {
  readonly #places = new Map<string, Known>();
  #size = 0;

  /** Number of positions, over all versions. */
  get size(): number {
    return this.#size;
  }

  /** Adds a position to `key`. */
  add(key: string, place: number): void {
    this.#add(key, place, this.#places.get(key));
  }

  /** Adds a position to `key`, unless another one still holds; returns whether it was added. */
  claim(key: string, place: number, isThere: IsThere): boolean {
    const known = this.#places.get(key);
    if (known !== undefined && placeIn(known, key, isThere) !== undefined) return false;
    this.#add(key, place, known);
    return true;
  }

  /** The latest position of `key` for which `isThere` holds. */
  find(key: string, isThere: IsThere): number | undefined {
    const known = this.#places.get(key);
    return known === undefined ? undefined : placeIn(known, key, isThere);
  }

  #add(key: string, place: number, known: Known | undefined): void {
    if (known === place || (typeof known === 'object' && known.includes(place))) return;
    this.#places.set(key, known === undefined ? place : [known, place].flat());
    this.#size += 1;
  }
}

function placeIn(known: Known, key: string, isThere: IsThere): number | undefined {
  if (typeof known === 'number') return isThere(key, known) ? known : undefined;
  return known.findLast((place) => isThere(key, place));
}
