import { fieldsOf, oneOf } from '@mailrig/contract';
import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { addressKey } from '../endpoints/addresses.ts';
import { isAPIError, mayBeDone } from '../errors/guards.ts';
import type { RequestOptions } from '../options/request-options.ts';
import { fingerprint } from './journals/fingerprint.ts';
import { itemTasks } from './items.ts';
import type { RunContext, RunWork } from './perform.ts';
import { runRows, type RunOptions } from './run-options.ts';

/** Options of `importMany`. Durations are in milliseconds. */
export interface ImportManyOptions extends RunOptions {
  /**
   * What to do if the list already has the address: leave the contact as it is, change the given fields, or
   * let the item fail with `CONTACT_ALREADY_EXISTS`. Default `skip`.
   */
  readonly onExisting?: 'skip' | 'update' | 'fail' | undefined;
}

export const importOptions = z.object({
  ...runRows,
  onExisting: z.optional(oneOf(['skip', 'update', 'fail'])),
} satisfies Rows<ImportManyOptions>);

/** A contact that `importMany` brought into the list. */
export interface ImportedContact {
  /** What the run did: `existing` if the contact was there and stayed as it was. */
  readonly action: 'created' | 'updated' | 'existing';
  /**
   * Id of the contact. Absent if the response that named it was lost, and for existing contacts, because the
   * service does not send it.
   */
  readonly id?: string;
}

interface Identified {
  readonly id: string;
}

/** The methods that a run calls. */
export interface ContactMethods<Params> {
  readonly listId: string;
  readonly create: (contact: Params, options: RequestOptions) => Promise<Identified>;
  readonly update: (id: string, contact: Params, options: RequestOptions) => Promise<Identified>;
  readonly list: (options: RequestOptions) => AsyncIterable<Identified & { readonly email: string }>;
}

/**
 * Adds contacts one by one. If the service may have added a contact although its response was lost, the next
 * try finds that it exists, and that is success.
 */
export function importMany<Params>(
  methods: ContactMethods<Params>,
  options: ImportManyOptions,
): RunWork<Params, ImportedContact> {
  return {
    list: methods.listId,
    options: importOptions,
    concurrency: 10,
    tasks: (context) => {
      const contacts = new Importer(methods, options, context);
      const perAddress = oneByOne();
      return itemTasks<Params, ImportedContact>(context, {
        identify: fingerprint,
        // Of items with the same address, the last one counts.
        perform: ({ item: contact, isResumed }) =>
          perAddress(addressOf(contact), async () => {
            const value = await contacts.add(contact, isResumed);
            return { value, skipped: value.action === 'existing', inferred: false };
          }),
      });
    },
  };
}

/** Adds the contacts of one run. */
class Importer<Params> {
  readonly #methods: ContactMethods<Params>;
  readonly #onExisting: ImportManyOptions['onExisting'];
  readonly #context: RunContext<Params>;
  /** Ids of contacts by their address. The service has no such search, so the whole list is read once. */
  readonly #ids = new Map<string | undefined, string>();
  #reading: Promise<void> | undefined;

  constructor(
    methods: ContactMethods<Params>,
    { onExisting = 'skip' }: ImportManyOptions,
    context: RunContext<Params>,
  ) {
    this.#methods = methods;
    this.#onExisting = onExisting;
    this.#context = context;
  }

  /** @param isResumed Whether an earlier start of the run began to add it. */
  async add(contact: Params, isResumed: boolean): Promise<ImportedContact> {
    const { outages, requests } = this.#context;
    const address = addressOf(contact);
    let mayExist = isResumed;
    let conflict: unknown;
    const created = await outages.persist(async () => {
      try {
        return await this.#methods.create(contact, requests);
      } catch (error) {
        mayExist ||= mayBeDone(error);
        if (!isAPIError(error, 'CONTACT_ALREADY_EXISTS')) throw error;
        conflict = error;
        return undefined;
      }
    });
    if (created) {
      this.#ids.set(address, created.id);
      return { action: 'created', id: created.id };
    }
    if (this.#onExisting !== 'update') {
      if (mayExist) return { action: 'created' };
      if (this.#onExisting === 'fail') throw conflict;
      return { action: 'existing' };
    }
    const id = await this.#idOf(address);
    if (id === undefined) throw conflict;
    await outages.persist(() => this.#methods.update(id, contact, requests));
    return { action: mayExist ? 'created' : 'updated', id };
  }

  async #idOf(address: string | undefined): Promise<string | undefined> {
    if (!this.#ids.has(address)) await (this.#reading ??= this.#readList());
    return this.#ids.get(address);
  }

  #readList(): Promise<void> {
    const { outages, polls } = this.#context;
    return outages.persist(async () => {
      for await (const contact of this.#methods.list(polls)) this.#ids.set(addressOf(contact), contact.id);
    });
  }
}

/** The key that all spellings of one address share. */
function addressOf(contact: unknown): string | undefined {
  const { email } = fieldsOf(contact);
  return typeof email === 'string' ? addressKey(email) : undefined;
}

/** Runs work under the same key one after the other, in the order of the calls. */
function oneByOne() {
  const latest = new Map<string | undefined, Promise<unknown>>();
  return async <T>(key: string | undefined, work: () => Promise<T>): Promise<T> => {
    const finished = (latest.get(key) ?? Promise.resolve()).then(work, work);
    latest.set(key, finished);
    try {
      return await finished;
    } finally {
      if (latest.get(key) === finished) latest.delete(key);
    }
  };
}
