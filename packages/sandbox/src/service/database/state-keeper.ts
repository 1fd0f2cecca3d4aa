import {
  type Content,
  type ContentValue,
  isLarge,
  mapContents,
  StoredContent,
} from '../state/stored-content.ts';
import type { Keeper } from '../state/keeper.ts';
import { headerOf } from '../saving/saved.ts';
import type { Snapshot } from '../state/snapshot.ts';
import type { Store } from '../state/store.ts';
import { afterTurn } from '../kernel/timers.ts';
import { idOfFile } from './database-files.ts';
import { openingProblem, writingProblem } from './problems.ts';
import { StateDatabase } from './state-database.ts';

const { Readable } = process.getBuiltinModule('node:stream');
const { mkdtemp, open, rm } = process.getBuiltinModule('node:fs/promises');

/** Stores a state in a file. What happens in one turn of the event loop is written together at its end. */
export class StateKeeper implements Keeper {
  readonly #store: Store;
  readonly #file: string;
  readonly #database: StateDatabase;
  #written: Snapshot | undefined;
  readonly fileId: string;
  #isScheduled = false;
  #waiting: PromiseWithResolvers<void> | undefined;
  #hasFailed = false;
  readonly #unsubscribe: () => void;

  /**
   * Opens a file, or creates it. The store takes over the state in an existing file, clock and wire
   * options included; a new file gets that of the store.
   *
   * @throws Error naming the file and what to do; file and store stay as they are.
   */
  constructor(store: Store, file: string) {
    if (store.keeper) throw new Error('This sandbox has a state file already: close that server first');
    this.#store = store;
    this.#file = file;
    const before = store.snapshot();
    try {
      this.#database = new StateDatabase(file, Object.keys(headerOf(before).sections));
      this.fileId = idOfFile(file);
    } catch (error) {
      throw openingProblem(file, error);
    }
    try {
      if (this.#database.holdsState) {
        const saved = this.#database.read(store);
        store.restore(saved);
        // A clock that ran ahead has a new distance to the system clock.
        this.#written = { ...saved, clock: store.clock.state };
      } else {
        this.#putAllAway();
        this.#write();
      }
    } catch (error) {
      store.undo(before);
      this.#database.close();
      throw openingProblem(file, error);
    }
    store.keeper = this;
    this.#unsubscribe = store.observers.add({ changed: () => this.#schedule() });
  }

  kept(): Promise<void> {
    this.#schedule();
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  putAway<T extends ContentValue>(content: T): Content<T> {
    try {
      return this.#database.putAway(content);
    } catch (error) {
      throw writingProblem(this.#file, error);
    }
  }

  async backup(): Promise<ReadableStream<Uint8Array>> {
    await this.kept();
    // Only its owner can look into the folder. It is next to the file, because that disk has room for it.
    const folder = await mkdtemp(`${this.#file}-backup-`);
    try {
      const copy = `${folder}/state.db`;
      await this.#database.copyTo(copy);
      // What is open stays readable after it was removed.
      const stream = (await open(copy)).createReadStream();
      return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Writes what is left, and closes the file. */
  close(): void {
    if (this.#store.keeper !== this) return;
    this.#endTurn();
    this.#store.keeper = undefined;
    this.#unsubscribe();
    this.#database.close();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    afterTurn(() => this.#endTurn());
  }

  #endTurn(): void {
    if (this.#store.keeper !== this) return;
    this.#isScheduled = false;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    try {
      this.#write();
      this.#hasFailed = false;
      waiting?.resolve();
    } catch (error) {
      const problem = writingProblem(this.#file, error);
      if (this.#written) this.#store.undo(this.#written);
      // No request made this change, so no response can report the failure.
      if (!this.#hasFailed) process.emitWarning(problem.message);
      this.#hasFailed = true;
      waiting?.reject(problem);
    }
  }

  #write(): void {
    const now = this.#store.present();
    this.#database.write(this.#written, now);
    this.#written = now;
  }

  /** Moves large contents from memory into the file. */
  #putAllAway(): void {
    for (const table of this.#store.tables) {
      for (const record of table.all()) {
        const moved = mapContents(table.schema.name, record, (content) =>
          !(content instanceof StoredContent) && isLarge(content as ContentValue)
            ? this.#database.putAway(content as ContentValue)
            : content,
        );
        if (moved !== record) table.replace(moved);
      }
    }
  }
}
