import { limits, parseAddress } from '@mailrig/contract';
import { validationError } from '../call/request.ts';

/** Any number of addresses, for example an array or a stream of lines. */
export type AddressSource = Iterable<string> | AsyncIterable<string>;

/** Addresses for one batch, at most 1,000. */
export interface AddressChunk {
  /** Addresses that have not been read before, each once. */
  readonly emails: readonly string[];
  /** Texts that are not addresses, each once. */
  readonly malformed: readonly string[];
  /** Whether the source has ended. */
  readonly isLast: boolean;
}

/** Reads a source batch by batch, and never ahead. */
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

  /** @throws ValidationError if the source yields anything but strings. */
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

  /** Closes the source. Does not wait for a read that is still running. */
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
