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
  readonly looked?: (source: string, index: string, name: string) => void;
  /** Receives the name of a table or of another part of the store, and the change of a record if it is a table. */
  readonly changed?: (source: string, record?: RecordChange) => void;
}

/** The observers of a store. There are many look-ups and changes, so its loops allocate no iterators. */
export class Observers {
  #looked: readonly NonNullable<Observer['looked']>[] = [];
  #changed: readonly NonNullable<Observer['changed']>[] = [];

  /** Adds an observer until the returned function is called. */
  add({ looked, changed }: Observer): () => void {
    if (looked) this.#looked = [...this.#looked, looked];
    if (changed) this.#changed = [...this.#changed, changed];
    return () => {
      this.#looked = this.#looked.filter((one) => one !== looked);
      this.#changed = this.#changed.filter((one) => one !== changed);
    };
  }

  /** Notifies the observers of a look-up. */
  looked(source: string, index = '', name = ''): void {
    for (let next = 0; next < this.#looked.length; next += 1) this.#looked[next]?.(source, index, name);
  }

  /** Notifies the observers of a change: of a record before it happens, of anything else afterwards. */
  changed(source: string, record?: RecordChange): void {
    for (let next = 0; next < this.#changed.length; next += 1) this.#changed[next]?.(source, record);
  }
}
