import type { ListContactsQuery, SuppressionReason } from '@mailrig/contract';
import { plain } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { addressKey } from '../endpoints/addresses.ts';
import { type APIPromise, traceCaller } from '../results/api-promise.ts';
import type { Caller } from '../call/caller.ts';
import { lazy, lazyRun } from './lazy.ts';
import type {
  Contact,
  ContactEndpoints,
  ContactPage,
  CreateContactBase,
  CreateContactParams,
  UpdateContactParams,
} from '../endpoints/contacts.ts';
import { buildPath, validationError } from '../call/request.ts';
import { countdown, checkOptions, type RequestOptions } from '../options/request-options.ts';
import type { ContactMethods, ImportedContact, ImportManyOptions } from '../runs/import-many.ts';
import { isAPIError, mayBeDone } from '../errors/guards.ts';
import type { AnyCustomFields } from '../endpoints/custom-fields.ts';
import type { PagePromise } from '../results/page-promise.ts';
import { Run } from '../runs/run.ts';
import type { RunSource } from '../runs/sources.ts';
import { Tally } from '../runs/tally.ts';

const findRows = z.object({ email: z.string() });

/**
 * The contacts of one list.
 *
 * ```ts
 * const contacts = mail.contacts(listId);
 * const { id } = await contacts.create({ email: 'grace@example.org' });
 * await contacts.suppress(id, 'unsubscribed');
 * ```
 */
export class Contacts<Values = AnyCustomFields, Defaulted extends PropertyKey = never> {
  readonly #caller: Caller;
  readonly #listId: string;

  /** @internal */
  constructor(caller: Caller, listId: string) {
    this.#caller = caller;
    this.#listId = listId;
  }

  /**
   * Lists the contacts, newest first. `await` gives one page, which also has the definitions of the custom
   * fields; `for await` gives every contact.
   *
   * @throws NotFoundError if there is no such list.
   */
  list(
    query: ListContactsQuery = {},
    options?: RequestOptions,
  ): PagePromise<Contact<Values>, ContactPage<Values>> {
    return this.#caller.list(this.#endpoint('list'), { params: { listId: this.#listId }, query }, options);
  }

  /**
   * Adds a contact. The client retries only if the service certainly did not add it.
   *
   * @throws NotFoundError if there is no such list.
   * @throws ConflictError if the list already has the address.
   * @throws ValidationError if a custom field is unknown, missing or does not fit its type.
   */
  create(
    params: CreateContactParams<Values, Defaulted>,
    options?: RequestOptions,
  ): APIPromise<Contact<Values>> {
    return this.#caller.call(
      this.#endpoint('create'),
      { params: { listId: this.#listId }, body: params },
      options,
    );
  }

  /**
   * Adds any number of contacts, one request each, and yields one result for each. The option `onExisting` decides what happens to addresses that the list already has. A contact whose response was lost is not added twice,
   * and counts as created.
   */
  importMany(
    source: RunSource<CreateContactParams<Values, Defaulted>>,
    options: ImportManyOptions = {},
  ): Run<CreateContactParams<Values, Defaulted>, ImportedContact> {
    const load = lazyRun(({ importMany }) => {
      this.#checkList('importMany');
      const methods: ContactMethods<CreateContactParams<Values, Defaulted>> = {
        listId: this.#listId,
        create: (contact, request) => this.create(contact, request),
        update: (id, contact, request) => this.update(id, changesIn<Values>(contact), request),
        list: (request) => this.list({}, request),
      };
      return importMany(methods, options);
    });
    return new Run(this.#caller, { operation: 'importMany', tally: new Tally(), load }, source, options);
  }

  /**
   * Adds a contact, or changes the one with this address: as `create`, and if the list already has the address, as
   * `find` and `update`. Afterwards the contact has the given fields, even if a response was lost on the way. `source`
   * is not changed.
   *
   * @throws NotFoundError if there is no such list.
   * @throws ValidationError if a custom field is unknown, missing or does not fit its type.
   */
  upsert(
    params: CreateContactParams<Values, Defaulted>,
    options: RequestOptions = {},
  ): Promise<Contact<Values>> {
    return traceCaller(async () => {
      this.#checkList('upsert');
      return upsert(this, params, countdown(options, this.#caller.settings.limits));
    });
  }

  /**
   * Finds the contact with this address, ignoring case. The API has no such call, so the client reads the list, 100
   * contacts a request, from the newest until it finds the contact: store the ids of contacts instead if you need many.
   *
   * @param email The bare address, without a name.
   * @returns `undefined` if the list does not have the address.
   * @throws NotFoundError if there is no such list.
   */
  find(email: string, options?: RequestOptions): Promise<Contact<Values> | undefined> {
    return traceCaller(async () => {
      this.#checkList('find');
      checkOptions(findRows, { email }, 'find');
      const wanted = addressKey(email);
      for await (const contact of this.list({}, options)) {
        if (addressKey(contact.email) === wanted) return contact;
      }
      return undefined;
    });
  }

  /**
   * Reads one contact.
   *
   * @param id Id of the contact.
   * @throws NotFoundError if there is no such list, or no such contact in it.
   */
  get(id: string, options?: RequestOptions): APIPromise<Contact<Values>> {
    return this.#caller.call(this.#endpoint('get'), { params: this.#params(id) }, options);
  }

  /**
   * Changes the given fields, all of them or none. The address cannot be changed.
   *
   * @param id Id of the contact.
   * @throws NotFoundError if there is no such list, or no such contact in it.
   * @throws ValidationError if a custom field is unknown or does not fit its type.
   */
  update(
    id: string,
    params: UpdateContactParams<Values>,
    options?: RequestOptions,
  ): APIPromise<Contact<Values>> {
    return this.#caller.call(this.#endpoint('update'), { params: this.#params(id), body: params }, options);
  }

  /**
   * Blocks all mail to the contact's address, in every list of the domain. The API cannot undo it.
   *
   * @param id Id of the contact.
   * @param reason Why it gets no more mail.
   * @throws NotFoundError if there is no such list, or no such contact in it.
   * @throws ConflictError if the contact is already suppressed, unless an earlier attempt of this call may
   * have done it.
   */
  suppress(id: string, reason: SuppressionReason, options?: RequestOptions): APIPromise<void> {
    return this.#caller.call(
      lazy('suppressContact'),
      { params: this.#params(id), body: { reason } },
      options,
    );
  }

  /**
   * The document of the service lacks this call, and only its published clients have it: a sandbox needs
   * `endpoints: 'published'`, and a deployment may lack it. Deletes a contact, so that its address can be
   * added again. A suppressed address stays suppressed.
   *
   * @param id Id of the contact.
   * @throws NotFoundError if there is no such list, or no such contact in it.
   */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.#caller.call(lazy('deleteContact'), { params: this.#params(id) }, options);
  }

  /** Refuses an id that no list can have, by the name of a method that makes several requests. */
  #checkList(method: string): void {
    const built = buildPath('/{listId}', { listId: this.#listId });
    if ('problem' in built) throw validationError(method, built.problem);
  }

  #params(id: string) {
    return { listId: this.#listId, id };
  }

  #endpoint<Name extends keyof ContactEndpoints<Values>>(
    name: Name,
  ): () => Promise<ContactEndpoints<Values>[Name]> {
    // The definitions exist only in the caller's types, so the type of the values is an assertion.
    return async () => ((await lazy('contactEndpoints')()) as ContactEndpoints<Values>)[name];
  }
}

/** @param remaining Makes the options of each step; all steps share the `totalTimeout`. */
async function upsert<Values, Defaulted extends PropertyKey>(
  contacts: Contacts<Values, Defaulted>,
  params: CreateContactParams<Values, Defaulted>,
  remaining: () => RequestOptions,
): Promise<Contact<Values>> {
  try {
    return await contacts.create(params, remaining());
  } catch (error) {
    const find = async () => contacts.find(params.email, remaining());
    const existing = isAPIError(error, 'CONTACT_ALREADY_EXISTS')
      ? await find()
      : isLost(error) && (await find().catch(() => undefined));
    if (!existing) throw error;
    const changes = changesIn<Values>(params);
    if (Object.values(changes).every((value) => value === undefined)) return existing;
    return contacts.update(existing.id, changes, remaining());
  }
}

/** The fields of a new contact that can be changed on an existing one. */
function changesIn<Values>(params: CreateContactBase): UpdateContactParams<Values> {
  const { email: _email, source: _source, ...changes } = plain(params);
  return changes as UpdateContactParams<Values>;
}

/** Whether a call may have succeeded, and time is left to find out. */
function isLost(error: unknown): boolean {
  if (!mayBeDone(error) || error.code === 'ABORTED') return false;
  return !('limit' in error && error.limit === 'totalTimeout');
}
