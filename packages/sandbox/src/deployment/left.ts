import type { OperationName } from '@mailrig/contract';

/** What a run leaves in a deployment, by kind, for example `{ 'contact lists': 6 }`. Kinds with a count of 0 are absent. */
export type Left = Readonly<Record<string, number>>;

/** What an accepted request leaves, by its operation. */
const kinds: Readonly<Partial<Record<OperationName, string>>> = {
  sendEmail: 'simulated sends',
  createContactList: 'contact lists',
  createContact: 'contacts',
  createUpload: 'uploads',
  suppressContact: 'addresses on the suppression list of the domain',
  verifyEmail: 'verified addresses',
  createVerificationBatch: 'batches of verifications',
};

/** Counts what a run makes, less what it deletes again. */
export class LeftCounter {
  /** The contact lists that the run made, by id, with the number of contacts that it made in each. */
  readonly lists = new Map<string, number>();
  /** Everything else that it made, by kind. */
  readonly #others = new Map<string, number>();

  /**
   * Counts an accepted request.
   *
   * @param id The id of what was created.
   * @param list The id of the contact list in the path of the request.
   */
  accepted(operation: OperationName, id: string | undefined, list: string): void {
    const contacts = this.lists.get(list);
    const kind = kinds[operation];
    if (operation === 'createContactList' && id !== undefined) this.lists.set(id, 0);
    else if (operation === 'createContact' && contacts !== undefined) this.lists.set(list, contacts + 1);
    else if (operation === 'deleteContact' && contacts !== undefined) this.lists.set(list, contacts - 1);
    else if (operation === 'deleteContactList') this.lists.delete(list);
    else if (kind !== undefined) this.#others.set(kind, (this.#others.get(kind) ?? 0) + 1);
  }

  /** What is left now. A deleted list took its contacts with it. */
  get left(): Left {
    const contacts = [...this.lists.values()].reduce((sum, count) => sum + count, 0);
    const own = { 'contact lists': this.lists.size, contacts };
    const all = Object.entries(own).map(
      ([kind, count]) => [kind, count + (this.#others.get(kind) ?? 0)] as const,
    );
    return Object.fromEntries([...this.#others, ...all].filter(([, count]) => count > 0));
  }
}
