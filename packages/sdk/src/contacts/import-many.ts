import { parseAddress } from '@mailrig/contract';
import { fieldsOf } from '../call/fields.ts';
import { isAPIError } from '../errors/guards.ts';
import type { RequestOptions } from '../options.ts';
import { fingerprint } from '../runs/fingerprint.ts';
import { itemTasks, type OpenItem } from '../runs/items.ts';
import { mayBeDone } from '../runs/patience.ts';
import type { RunContext, RunKind, RunOptions } from '../runs/run.ts';

/** Options of `importMany`. Durations are in milliseconds. */
export interface ImportManyOptions extends RunOptions {
  /**
   * What to do if the list already has the address: leave the contact as it is, change the given fields, or
   * let the item fail with `CONTACT_ALREADY_EXISTS`. Default `skip`.
   */
  readonly onExisting?: 'skip' | 'update' | 'fail' | undefined;
}

/** A contact that `importMany` brought into the list. */
export interface ImportedContact {
  /** What the run did: `existing` if the contact was there and stayed as it was. */
  readonly action: 'created' | 'updated' | 'existing';
  /**
   * Id of the contact. Absent if the response that named it was lost, and for existing contacts, because the
   * service does not tell.
   */
  readonly id?: string;
}

interface Identified {
  readonly id: string;
}

/** The methods that a run calls. */
export interface ContactMethods<Item> {
  readonly listId: string;
  readonly create: (contact: Item, options: RequestOptions) => Promise<Identified>;
  readonly update: (id: string, contact: Item, options: RequestOptions) => Promise<Identified>;
  readonly list: (options: RequestOptions) => AsyncIterable<Identified & { readonly email: string }>;
}

/**
 * Adds contacts one by one. If the service may have added a contact although its response was lost, the next
 * try finds that it exists, and that is success.
 */
export function importMany<Item>(
  methods: ContactMethods<Item>,
  { onExisting = 'skip' }: ImportManyOptions,
): RunKind<Item, ImportedContact> {
  return {
    operation: 'importMany',
    list: methods.listId,
    concurrency: 10,
    tasks: (context) => {
      const ids = contactIds(methods, context);
      const inTurn = oneByOne();
      return itemTasks<Item, ImportedContact>(context, {
        identify: fingerprint,
        perform: (open) =>
          // Of rows with the same address, the last one counts.
          inTurn(addressOf(open.item), async () => {
            const value = await add(methods, context, ids, open, onExisting);
            return { value, skipped: value.action === 'existing' };
          }),
      });
    },
  };
}

async function add<Item>(
  { create, update }: ContactMethods<Item>,
  { patience, requests }: RunContext<Item>,
  ids: ContactIds,
  { item, isResumed }: OpenItem<Item>,
  onExisting: 'skip' | 'update' | 'fail',
): Promise<ImportedContact> {
  let mayExist = isResumed;
  let conflict: unknown;
  const created = await patience.persist(async () => {
    try {
      return await create(item, requests);
    } catch (error) {
      mayExist ||= mayBeDone(error);
      if (!isAPIError(error, 'CONTACT_ALREADY_EXISTS')) throw error;
      conflict = error;
      return undefined;
    }
  });
  const address = addressOf(item);
  if (created) {
    ids.add(address, created.id);
    return { action: 'created', id: created.id };
  }
  if (onExisting !== 'update') {
    if (mayExist) return { action: 'created' };
    if (onExisting === 'fail') throw conflict;
    return { action: 'existing' };
  }
  const id = await ids.find(address);
  if (id === undefined) throw conflict;
  await patience.persist(() => update(id, item, requests));
  return { action: mayExist ? 'created' : 'updated', id };
}

/** Finds contacts by their address, which the service does not offer. */
interface ContactIds {
  add(address: string | undefined, id: string): void;
  find(address: string | undefined): Promise<string | undefined>;
}

/** Reads the whole list when the first contact is looked for, and once only. */
function contactIds<Item>({ list }: ContactMethods<Item>, { patience, polls }: RunContext<Item>): ContactIds {
  const ids = new Map<string | undefined, string>();
  let reading: Promise<void> | undefined;
  const read = () =>
    patience.persist(async () => {
      for await (const contact of list(polls)) ids.set(addressOf(contact), contact.id);
    });
  return {
    add: (address, id) => void ids.set(address, id),
    async find(address) {
      if (!ids.has(address)) {
        reading ??= read();
        await reading;
      }
      return ids.get(address);
    },
  };
}

/** What spellings of one address have in common. */
function addressOf(contact: unknown): string | undefined {
  const { email } = fieldsOf(contact);
  return typeof email === 'string' ? (parseAddress(email)?.key ?? email) : undefined;
}

/** Runs work under the same key one after the other, in the order of the calls. */
function oneByOne() {
  const latest = new Map<string | undefined, Promise<unknown>>();
  return async <T>(key: string | undefined, work: () => Promise<T>): Promise<T> => {
    const turn = (latest.get(key) ?? Promise.resolve()).then(work, work);
    latest.set(key, turn);
    try {
      return await turn;
    } finally {
      if (latest.get(key) === turn) latest.delete(key);
    }
  };
}
