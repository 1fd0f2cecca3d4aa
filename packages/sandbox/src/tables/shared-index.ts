type Known = number | readonly number[];

/** Whether `key` is at a place, in the version of whoever asks. */
type IsThere = (key: string, place: number) => boolean;

/**
 * Where something with a key may be: at every place where it ever was, in whatever version of the data.
 * Since nothing is taken out, all versions share one index, and none has to be put back. Whoever asks
 * looks there: at one place at most it still is.
 */
export class SharedIndex {
  readonly #places = new Map<string, Known>();
  #size = 0;

  /** Places that are known, of all versions together. */
  get size(): number {
    return this.#size;
  }

  /** Remembers a place for `key`. */
  add(key: string, place: number): void {
    this.#add(key, place, this.#places.get(key));
  }

  /** Remembers a place for `key`, unless `isThere` says of another that it still is there; says whether it did. */
  claim(key: string, place: number, isThere: IsThere): boolean {
    const known = this.#places.get(key);
    if (known !== undefined && placeIn(known, key, isThere) !== undefined) return false;
    this.#add(key, place, known);
    return true;
  }

  /** The place of `key` where `isThere` says that it still is, the latest of them first. */
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
