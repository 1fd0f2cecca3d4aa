import { fnv } from '../tables/hash.ts';

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The state of a generator: restore it, and the same ids follow. */
export type RandomState = readonly [number, number, number, number];

/** A seeded generator (sfc32): the same seed gives the same ids, so that a run can be repeated. */
export class Random {
  #state: [number, number, number, number];
  /** Called when it continues from another state, from which it may draw the same values again. */
  onState: (() => void) | undefined;

  constructor(seed: number | string) {
    this.#state = [fnv(`${seed}:a`), fnv(`${seed}:b`), fnv(`${seed}:c`), 1];
    for (let round = 0; round < 12; round++) this.next();
  }

  get state(): RandomState {
    const [a, b, c, d] = this.#state;
    return [a, b, c, d];
  }

  set state(state: RandomState) {
    this.#state = [...state];
    this.onState?.();
  }

  /** The next 32 bits, as an unsigned integer. */
  next(): number {
    const state = this.#state;
    const [a, b, c, d] = state;
    const sum = (a + b + d) | 0;
    state[3] = (d + 1) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Lower-case hexadecimal digits; `length` is a multiple of 8. */
  hex(length: number): string {
    let text = '';
    while (text.length < length) {
      const word = this.next();
      text += `${hexOf[word >>> 24]}${hexOf[(word >>> 16) & 255]}${hexOf[(word >>> 8) & 255]}${hexOf[word & 255]}`;
    }
    return text;
  }
}
