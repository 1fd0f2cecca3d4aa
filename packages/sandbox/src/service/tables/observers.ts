/** A record that is about to change. */
export interface RecordChange {
  readonly table: {
    /** The locations that a change concerns, each as an index and a name in it. */
    locationsOf(before: object | null | undefined, after: object | undefined): (readonly [string, string])[];
  };
  readonly number: number;
  /** The record before the change: `undefined` for a record that is restored, `null` for one that is added at the end. */
  readonly before: object | null | undefined;
  /** The record after the change; `undefined` if it is removed. */
  readonly after: object | undefined;
}

/** Called for each look-up and each change in a store, while it happens. */
export interface Observer {
  /** Receives a location: a table, and the index and the name in it that were looked up, both empty for the whole table. */
  readonly read?: (source: string, index: string, name: string) => void;
  /** Receives the name of a table or of another part of the store, and the change of a record if it is a table. */
  readonly changed?: (source: string, record?: RecordChange) => void;
}

/** The observers of a store. There are many look-ups and changes, so its loops allocate no iterators. */
export class Observers {
  #read: readonly NonNullable<Observer['read']>[] = [];
  #changed: readonly NonNullable<Observer['changed']>[] = [];

  /** Adds an observer until the returned function is called. */
  add({ read, changed }: Observer): () => void {
    if (read) this.#read = [...this.#read, read];
    if (changed) this.#changed = [...this.#changed, changed];
    return () => {
      this.#read = this.#read.filter((one) => one !== read);
      this.#changed = this.#changed.filter((one) => one !== changed);
    };
  }

  /** Notifies the observers of a look-up. */
  read(source: string, index = '', name = ''): void {
    for (let next = 0; next < this.#read.length; next += 1) this.#read[next]?.(source, index, name);
  }

  /** Notifies the observers of a change: of a record before it happens, of anything else afterwards. */
  changed(source: string, record?: RecordChange): void {
    for (let next = 0; next < this.#changed.length; next += 1) this.#changed[next]?.(source, record);
  }
}
