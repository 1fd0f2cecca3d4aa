import { limits, parseAddress } from '@mailrig/contract';
import { validationError } from '../call/request.ts';

/** Addresses, in any number, at once or over time. */
export type AddressSource = Iterable<string> | AsyncIterable<string>;

/** As many different addresses as one batch takes, read from the source. */
export interface AddressChunk {
  /** Different from each other and from all that were read before. */
  readonly emails: readonly string[];
  /** What was read on the way and is no address; each different text once. */
  readonly malformed: readonly string[];
  /** Whether the source is at its end. */
  readonly isLast: boolean;
}

/** Reads a source batch by batch, never further than it is asked to. */
export class AddressReader {
  readonly #source: AddressSource;
  readonly #seen = new Set<string>();
  #iterator: Iterator<string> | AsyncIterator<string> | undefined;
  #count = 0;
  #isReading = false;
  #isDone = false;

  constructor(source: AddressSource) {
    this.#source = source;
  }

  /** @throws ValidationError where the source gives something else than text. */
  async read(): Promise<AddressChunk> {
    const iterator = (this.#iterator ??= iterate(this.#source));
    const emails: string[] = [];
    const malformed: string[] = [];
    while (!this.#isDone && emails.length < limits.batchSize && malformed.length < limits.batchSize) {
      const email = await this.#next(iterator);
      if (email === undefined) break;
      const address = parseAddress(email);
      const key = address?.key ?? email.trim();
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      if (address) emails.push(address.address);
      else malformed.push(email);
    }
    return { emails, malformed, isLast: this.#isDone };
  }

  /** Lets the source go, without waiting for an address that it still owes. */
  async close(): Promise<void> {
    if (this.#isDone || this.#iterator === undefined) return;
    this.#isDone = true;
    const closed = (async () => this.#iterator?.return?.())();
    if (this.#isReading) closed.catch(() => undefined);
    else await closed;
  }

  async #next(iterator: Iterator<string> | AsyncIterator<string>): Promise<string | undefined> {
    this.#isReading = true;
    try {
      const step = await iterator.next();
      if (step.done) {
        this.#isDone = true;
        return undefined;
      }
      const email: unknown = step.value;
      if (typeof email !== 'string') throw wrong(`emails[${this.#count}]`, 'must be a string', email);
      this.#count += 1;
      return email;
    } finally {
      this.#isReading = false;
    }
  }
}

function iterate(source: AddressSource): Iterator<string> | AsyncIterator<string> {
  if (typeof source === 'object' && source !== null) {
    if (Symbol.asyncIterator in source) return source[Symbol.asyncIterator]();
    if (Symbol.iterator in source) return source[Symbol.iterator]();
  }
  throw wrong('emails', 'must be an iterable of addresses, such as an array', undefined);
}

function wrong(field: string, message: string, value: unknown): Error {
  return validationError('verifyMany', [{ field, message, value }]);
}
