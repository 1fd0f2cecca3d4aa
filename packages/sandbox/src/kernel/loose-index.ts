/**
 * Where something with a key may be: at every place where it ever was, in whatever version of the data.
 * Since nothing is taken out, all versions share one index, and none has to be put back. Whoever asks
 * looks there: at one place at most it still is.
 */
export class LooseIndex {
  readonly #places = new Map<string, number | readonly number[]>();
  #size = 0;

  /** Places that are known, of all versions together. */
  get size(): number {
    return this.#size;
  }

  /** Remembers a place for `key`. */
  add(key: string, place: number): void {
    const known = this.#places.get(key);
    if (known === undefined) this.#places.set(key, place);
    else if (typeof known !== 'number') {
      if (known.includes(place)) return;
      this.#places.set(key, [...known, place]);
    } else {
      if (known === place) return;
      this.#places.set(key, [known, place]);
    }
    this.#size += 1;
  }

  /** The place of `key` where `isThere` says that it still is, the latest of them first. */
  find(key: string, isThere: (key: string, place: number) => boolean): number | undefined {
    const known = this.#places.get(key);
    if (typeof known === 'number') return isThere(key, known) ? known : undefined;
    return known?.findLast((place) => isThere(key, place));
  }
}
