import type { WireOptions } from '@mailrig/contract';
import { Clock, latestTime } from '../kernel/clock.ts';
import { type Due, DueQueue } from '../kernel/due-queue.ts';
import { EventLog, type LoggedEvent } from '../kernel/event-log.ts';
import { Random } from '../kernel/random.ts';
import type { Steps } from '../kernel/steps.ts';
import { Alarm } from '../kernel/timers.ts';
import { Ownership } from '../tables/ordered-map.ts';
import { Table } from '../tables/table.ts';
import { recountCredits, recountVerifications } from './consistency.ts';
import { EmailEvents } from './email-events.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { Keeper } from './keeper.ts';
import type { Replaced, Snapshot } from './snapshot.ts';
import { type Content, type ContentValue, isLarge } from './stored-content.ts';
import { Tables } from './tables.ts';
import { Versions } from './versions.ts';

/** What a store is created with. */
export interface StoreOptions {
  readonly clock: { readonly at?: number | undefined; readonly frozen: boolean };
  readonly randomSeed: number | string;
  /** Runs one due entry. */
  readonly run: (due: Due) => void;
  readonly wire: WireOptions;
  /** Largest number of events in the log. */
  readonly events: number;
  /** Largest number of requests in the request log. */
  readonly requests: number;
  /** Whether it has a history. Default `true`. */
  readonly hasPast?: false;
}

/** The whole data of a sandbox. */
export class Store extends Tables {
  readonly #options: StoreOptions;
  readonly due = new DueQueue(new Ownership());
  readonly clock: Clock;
  readonly random: Random;
  readonly emailEvents: EmailEvents;
  readonly #events: EventLog;
  /** Notifies listeners between requests. */
  readonly #alarm = new Alarm(
    () => this.#untilNext(),
    () => this.clock.settle(),
  );
  readonly requests: EventLog<LoggedRequest>;
  /** Requests to the API or the upload store that have no response yet. */
  underWay = 0;
  /** What `POST /undo` can undo. A reset, like every other replacement of the state, removes it. */
  replaced: Replaced | undefined;
  /** Its history; absent if it has none. */
  readonly versions: Versions | undefined;
  #wire: WireOptions;
  /** The state that a reset goes back to. */
  start: Snapshot;
  /** Stores the state in a file; absent if the state ends with the process. */
  keeper: Keeper | undefined;

  constructor(options: StoreOptions) {
    super();
    this.#options = options;
    this.#events = new EventLog(options.events);
    this.versions = options.hasPast === false ? undefined : new Versions(this);
    this.clock = new Clock(this.due, options.run, options.clock, {
      settling: () => this.versions?.seal(),
      nextAfter: (time) => this.emailEvents.nextAfter(time),
      settled: () => this.notify(),
    });
    this.clock.onMove(() => this.observers.changed('clock'));
    this.emailEvents = new EmailEvents(this.messages, this.clock, this.#events, (event, message) =>
      this.versions?.addLate(event, message, event.type === 'email.queued'),
    );
    this.random = new Random(options.randomSeed);
    this.random.onState = () => this.tables.forEach((table) => table.noteRepeat());
    this.#wire = options.wire;
    this.requests = new EventLog(
      options.requests,
      (entries) => this.versions?.noteDropped(entries),
      () => this.observers.read('requestLog'),
    );
    this.requests.subscribe(() => this.observers.changed('requests'));
    this.observers.add({ changed: (source, record) => this.versions?.note(source, record) });
    this.start = this.snapshot();
  }

  /** The current wire options. */
  get wire(): WireOptions {
    this.observers.read('wire');
    return this.#wire;
  }

  set wire(options: WireOptions) {
    this.#wire = options;
    this.observers.changed('wire');
  }

  /** Bytes of all emails and attachments (A128). */
  get storedBytes(): number {
    return this.messages.bytes + this.attachments.bytes;
  }

  /** Whether all emails and attachments together have more bytes than this. */
  holdsMoreThan(bytes: number): boolean {
    return Table.areOver(bytes, [this.messages, this.attachments]);
  }

  /** The event log without the events of emails that are not yet derived. */
  get loggedEvents(): Pick<EventLog, 'oldest' | 'latest'> {
    return this.#events;
  }

  /** The event log, including all events up to now. */
  get events(): EventLog {
    this.observers.read('requestLog');
    this.emailEvents.catchUp();
    return this.#events;
  }

  /** Calls `listener` with every further event, at its time if the clock runs, until you call the returned function. */
  listen(listener: (event: LoggedEvent) => void): () => void {
    const stop = this.events.subscribe(listener);
    this.#alarm.set();
    return () => {
      stop();
      this.#alarm.set();
    };
  }

  /** Notifies listeners of email events. Without listeners, the log catches up when it is read. */
  notify(): void {
    if (!this.#events.hasListeners) return;
    this.emailEvents.catchUp();
    this.#alarm.set();
  }

  /** Milliseconds until the next event for listeners; `undefined` if there is none. */
  #untilNext(): number | undefined {
    if (!this.#events.hasListeners || this.clock.frozen) return undefined;
    const { nextAt } = this.emailEvents;
    const next = Math.min(this.due.nextAt ?? Number.POSITIVE_INFINITY, nextAt ?? Number.POSITIVE_INFINITY);
    return next <= latestTime ? Math.max(0, next - this.clock.now()) : undefined;
  }

  /** Adds to the event log. */
  log(type: string, data: Readonly<Record<string, unknown>>): void {
    const at = this.clock.now();
    this.emailEvents.catchUp();
    const event = this.#events.append((sequence) => ({ sequence, at, type, data }));
    this.versions?.add(event);
    this.#alarm.set();
  }

  /** Moves large content to the state file, if there is one. */
  put<T extends ContentValue>(content: T): Content<T> {
    return isLarge(content) && this.keeper ? this.keeper.putAway(content) : content;
  }

  /** A store without any data, to build a state in that `restore` can take over. */
  empty(): Store {
    return new Store({ ...this.#options, run: () => {}, hasPast: false });
  }

  /** Makes this the state right after an event, for good. */
  endAt({ sequence, at }: LoggedEvent, isFrozen: boolean): void {
    this.#events.load(
      sequence,
      this.#events.entries().filter((event) => event.sequence <= sequence),
    );
    this.emailEvents.state = { upTo: this.messages.sequence, time: at };
    this.clock.endAt(at, isFrozen);
  }

  /** The state with its history. */
  snapshot(): Snapshot {
    return { version: this.versions?.state, ...this.present() };
  }

  /** Derives everything that is otherwise derived on its next use, so that copies of this state share it. */
  derive(): void {
    this.emailEvents.catchUp();
    for (const table of this.tables) table.fill();
  }

  /** The state alone: a store that restores it loses its history. */
  present(): Snapshot {
    const tables = Object.fromEntries(this.tables.map((table) => [table.schema.name, table.state]));
    this.ownership.renew();
    return {
      clock: this.clock.state,
      random: this.random.state,
      wire: this.wire,
      due: this.due.state,
      events: this.#events.state,
      emailEvents: this.emailEvents.state,
      requests: this.requests.state,
      tables,
    };
  }

  restore(snapshot: Snapshot): void {
    this.clock.state = snapshot.clock;
    this.#take(snapshot);
    this.replaced = undefined;
    this.notify();
    this.observers.changed('wire');
    this.observers.changed('state');
  }

  #take(snapshot: Snapshot): void {
    this.ownership.renew();
    this.#wire = snapshot.wire;
    this.due.state = snapshot.due;
    this.#events.state = snapshot.events;
    this.emailEvents.state = snapshot.emailEvents;
    this.requests.state = snapshot.requests;
    for (const table of this.tables) {
      const state = snapshot.tables[table.schema.name];
      if (state) table.state = state;
    }
    this.random.state = snapshot.random;
    if (this.versions) this.versions.state = snapshot.version;
  }

  /** Goes back to the last written state, without notifying: each note would start another write that fails. */
  undo(snapshot: Snapshot): void {
    this.#take({ ...snapshot, random: this.random.state, requests: this.requests.state });
    this.clock.undo(snapshot.clock);
  }

  /** Recounts every index and counter in steps, for the state at their beginning; returns the differences. */
  *checking(): Steps<string[]> {
    const copy = this.empty();
    copy.restore(this.present());
    const problems: string[][] = [];
    for (const table of copy.tables) problems.push(yield* table.checking());
    return [...problems.flat(), ...copy.recount()];
  }

  /** Recounts credits and verifications; returns the differences. */
  recount(): string[] {
    return [
      ...this.accounts.all().flatMap((account) => {
        const ledger = this.creditEntries.select(['account', account.id]);
        return recountCredits(account, ledger.newest(0, ledger.count).reverse());
      }),
      ...recountVerifications(
        this.verifications.all(),
        this.due.entries().map(([, due]) => due),
      ),
    ];
  }
}
