import type { WireOptions } from '@mailrig/contract';
import { Clock, type ClockState, latestTime } from '../kernel/clock.ts';
import { type Due, DueQueue, type DueState } from '../kernel/due-queue.ts';
import { EventLog, type LoggedEvent, type LogState } from '../kernel/event-log.ts';
import { Random, type RandomState } from '../kernel/random.ts';
import { atOnce, type Steps } from '../kernel/steps.ts';
import { Alarm } from '../kernel/timers.ts';
import { Ownership } from '../tables/ordered-map.ts';
import type { TableSchema } from '../tables/rows.ts';
import { type AnyTable, type OnPlace, Table, type TableState } from '../tables/table.ts';
import { attachmentBytes, emailBytes } from './content.ts';
import { EmailEvents, type EmailEventsState } from './email-events.ts';
import { type Content, type ContentValue, isLarge } from './stored-content.ts';
import type { FaultRule } from './fault-rule.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Keeper } from './keeper.ts';
import type {
  Account,
  ApiKey,
  AttachmentRecord,
  ContactListRecord,
  ContactRecord,
  CreditEntry,
  IdempotentSend,
  MessageRecord,
  RateWindow,
  Suppression,
  Template,
  VerificationOverride,
  VerificationRecord,
  VerifiedAddress,
} from './records.ts';
import { planName } from './plans.ts';
import { recountCredits, recountVerifications } from './consistency.ts';
import type { Version } from './version.ts';
import { Versions } from './versions.ts';
import { bytesOfEntry, bytesOnlyIn } from './weight.ts';

/** Options of a store. */
export interface StoreOptions {
  readonly clock: { readonly at?: number | undefined; readonly frozen: boolean };
  readonly randomSeed: number | string;
  /** Runs one due entry. */
  readonly run: (due: Due) => void;
  readonly wire: WireOptions;
  /** Largest number of events in the log. */
  readonly events: number;
  /** Largest number of requests in the journal. */
  readonly requests: number;
  /** Whether it can be looked at as it was. Default `true`. */
  readonly hasPast?: false;
}

/** The whole state of a sandbox at one moment. Taking and restoring it is cheap, however much it holds. */
export interface Snapshot {
  /** State of the clock. */
  readonly clock: ClockState;
  /** @internal */
  readonly random: RandomState;
  /** @internal */
  readonly wire: WireOptions;
  /** @internal */
  readonly due: DueState;
  /** @internal */
  readonly events: LogState<LoggedEvent>;
  /** @internal */
  readonly emailEvents: EmailEventsState;
  /** @internal */
  readonly requests: LogState<JournalEntry>;
  /** @internal */
  readonly tables: Readonly<Record<string, TableState<object>>>;
  /** @internal */
  readonly version?: Version | undefined;
}

/** The state before the last deletion of messages, load of a snapshot or rewind. */
export interface Replaced {
  /** `messages`: only what was deleted comes back, so mail that has arrived since stays. */
  readonly what: 'messages' | 'snapshot' | 'rewind';
  readonly state: Snapshot;
  /** How many messages there were, and the number of the next. */
  readonly messages: number;
  readonly next: number;
  /** How many refused sends went. */
  readonly refused: number;
}

/** The whole data of a sandbox. */
export class Store {
  readonly #options: StoreOptions;
  readonly #ownership = new Ownership();
  readonly due = new DueQueue(new Ownership());
  readonly clock: Clock;
  readonly random: Random;
  readonly emailEvents: EmailEvents;
  readonly #events: EventLog;
  readonly #replaced = new Set<() => void>();
  /** Notifies listeners between requests. */
  readonly #alarm = new Alarm(
    () => this.#untilNext(),
    () => this.clock.settle(),
  );
  readonly requests: EventLog<JournalEntry>;
  /** What can be taken back. A reset, like every other replacement of the state, forgets it. */
  replaced: Replaced | undefined;
  /** How the state came to be; absent without a history. */
  readonly versions: Versions | undefined;
  #wire: WireOptions;
  #onPlace: OnPlace | undefined;
  /** The state that a reset goes back to. */
  start: Snapshot;
  /** Stores the state in a file; absent if the state ends with the process. */
  keeper: Keeper | undefined;

  readonly accounts = this.#table({ name: 'accounts', id: (account: Account) => account.id });

  readonly keys = this.#table({
    name: 'keys',
    id: (key: ApiKey) => key.key,
    groups: { account: (key) => [key.accountId] },
  });

  readonly templates = this.#table({
    name: 'templates',
    id: (template: Template) => scoped(template.accountId, template.id),
    groups: { account: (template) => [template.accountId] },
  });

  readonly messages = this.#table({
    name: 'messages',
    id: (message: MessageRecord) => message.id,
    time: (message) => message.createdAt,
    groups: {
      account: (message) => [message.accountId],
      environment: (message) => [scoped(message.accountId, message.environment)],
      course: (message) => [
        scoped(message.accountId, message.environment, message.status, planName(message.plan)),
      ],
      plan: ({ plan }) => (plan.length > 0 ? [planName(plan)] : []),
      from: (message) => [scoped(message.accountId, message.environment, message.fromKey)],
      to: (message) => message.toKeys.map((key) => scoped(message.accountId, message.environment, key)),
      attachment: (message) => message.attachmentIds,
    },
    keys: { messageId: (message) => message.messageId },
    late: ['id', 'messageId'],
    bytes: emailBytes,
  });

  readonly idempotentSends = this.#table({
    name: 'idempotentSends',
    id: (send: IdempotentSend) => send.id,
  });

  readonly attachments = this.#table({
    name: 'attachments',
    id: (attachment: AttachmentRecord) => attachment.id,
    groups: { uploaded: ({ bytes }) => (bytes ? [''] : []) },
    keys: { uploadToken: (attachment) => attachment.uploadToken },
    bytes: attachmentBytes,
  });

  readonly contactLists = this.#table({
    name: 'contactLists',
    id: (list: ContactListRecord) => list.id,
    groups: { account: (list) => [list.accountId] },
  });

  readonly contacts = this.#table({
    name: 'contacts',
    id: (contact: ContactRecord) => contact.id,
    groups: {
      list: (contact) => [contact.listId],
      status: (contact) => [scoped(contact.listId, contact.status)],
    },
    keys: { address: (contact) => scoped(contact.listId, contact.addressKey) },
  });

  readonly suppressions = this.#table({
    name: 'suppressions',
    id: (suppression: Suppression) => scoped(suppression.accountId, suppression.key),
    groups: { account: (suppression) => [suppression.accountId] },
  });

  readonly verifications = this.#table({
    name: 'verifications',
    id: (verification: VerificationRecord) => verification.id,
    groups: {
      environment: (verification) => [scoped(verification.accountId, verification.environment)],
      status: (verification) => [
        scoped(verification.accountId, verification.environment, verification.status),
      ],
      open: ({ status, accountId, environment }) =>
        status === 'pending' || status === 'processing' ? [scoped(accountId, environment)] : [],
    },
  });

  readonly verifiedAddresses = this.#table({
    name: 'verifiedAddresses',
    id: (address: VerifiedAddress) => scoped(address.accountId, address.environment, address.key),
    groups: {
      account: (address) => [address.accountId],
      result: (address) => [scoped(address.accountId, address.environment, address.finding.result)],
    },
  });

  readonly verificationOverrides = this.#table({
    name: 'verificationOverrides',
    id: (override: VerificationOverride) => scoped(override.accountId, override.key),
  });

  readonly creditEntries = this.#table({
    name: 'creditEntries',
    id: (entry: CreditEntry) => scoped(entry.accountId, String(entry.position)),
    groups: { account: (entry) => [entry.accountId] },
  });

  readonly rateWindows = this.#table({
    name: 'rateWindows',
    id: (window: RateWindow) => window.key,
  });

  readonly faults = this.#table({ name: 'faults', id: (rule: FaultRule) => rule.id });

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#events = new EventLog(options.events);
    this.versions = options.hasPast === false ? undefined : new Versions(this);
    this.clock = new Clock(this.due, options.run, options.clock, {
      settling: () => this.versions?.seal(),
      nextAfter: (time) => this.emailEvents.nextAfter(time),
      settled: () => {
        this.notify();
        this.keeper?.touched();
      },
    });
    this.emailEvents = new EmailEvents(this.messages, this.clock, this.#events, (event, message) =>
      this.versions?.placeLate(event, message, event.type === 'email.queued'),
    );
    this.random = new Random(options.randomSeed);
    this.random.onState = () => this.tables.forEach((table) => table.noteRepeat());
    this.#wire = options.wire;
    this.requests = new EventLog(options.requests, (entries) =>
      this.versions?.noteDropped(
        entries,
        entries.reduce((sum, entry) => sum + bytesOfEntry(entry), 0),
      ),
    );
    this.requests.subscribe(() => this.versions?.open());
    this.start = this.snapshot();
  }

  /** The wire options in force. */
  get wire(): WireOptions {
    this.#onPlace?.('wire', false);
    return this.#wire;
  }

  set wire(options: WireOptions) {
    this.#onPlace?.('wire', true);
    this.#wire = options;
  }

  /**
   * Called with each place of the store that is looked at or changed; absent without a watcher. All events and requests
   * are one place, `journal`. The time is none: a watcher knows when it moves.
   */
  set onPlace(onPlace: OnPlace | undefined) {
    this.#onPlace = onPlace;
    this.requests.onRead = () => onPlace?.('journal', false);
    for (const table of this.tables) table.onPlace = onPlace;
  }

  /** Bytes of all emails and attachments (A128). */
  get storedBytes(): number {
    return this.messages.bytes + this.attachments.bytes;
  }

  /** Whether all emails and attachments have more bytes than this. */
  holdsMoreThan(bytes: number): boolean {
    return Table.areOver(bytes, [this.messages, this.attachments]);
  }

  #table<R extends object, Group extends string = never, Key extends string = never>(
    schema: TableSchema<R, Group, Key>,
  ): Table<R, Group, Key> {
    return new Table(this.#ownership, schema, (table, number, before, after) =>
      this.versions?.note(table, number, before, before ? bytesOnlyIn(before, after) : 0),
    );
  }

  /** Every table by its name. */
  get tables(): readonly AnyTable[] {
    return Object.values(this).filter((value): value is AnyTable => value instanceof Table);
  }

  /** The event log without the events of emails that are not yet derived. */
  get loggedEvents(): Pick<EventLog, 'oldest' | 'latest'> {
    return this.#events;
  }

  /** The event log, including all events up to now. */
  get events(): EventLog {
    this.#onPlace?.('journal', false);
    return this.#allEvents();
  }

  #allEvents(): EventLog {
    this.emailEvents.catchUp();
    return this.#events;
  }

  /**
   * Calls `listener` with every further event until you call the returned function. If the clock runs,
   * each event comes at its time.
   *
   * @param replaced Called when the whole state is replaced, of which there is no event.
   */
  listen(listener: (event: LoggedEvent) => void, replaced?: () => void): () => void {
    const stop = this.events.subscribe(listener);
    if (replaced) this.#replaced.add(replaced);
    this.#alarm.set();
    return () => {
      stop();
      if (replaced) this.#replaced.delete(replaced);
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
    const event = this.#allEvents().append((sequence) => ({ sequence, at, type, data }));
    this.versions?.place(event);
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

  /** The state, with how it came to be. */
  snapshot(): Snapshot {
    return { version: this.versions?.state, ...this.present() };
  }

  /** Derives all that waits for its next use, so that copies of this state share it. */
  derive(): void {
    this.emailEvents.catchUp();
    for (const table of this.tables) table.fill();
  }

  /** The state alone: a store that restores it forgets how it came to be. */
  present(): Snapshot {
    const tables = Object.fromEntries(this.tables.map((table) => [table.schema.name, table.state]));
    this.#ownership.renew();
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
    this.keeper?.touched();
    this.#take(snapshot);
    this.replaced = undefined;
    this.notify();
    for (const listener of this.#replaced) listener();
  }

  #take(snapshot: Snapshot): void {
    this.#ownership.renew();
    this.clock.state = snapshot.clock;
    this.wire = snapshot.wire;
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

  /**
   * Goes back to the last written state. Only the time, the journal and the generator of ids stay as they are.
   * Listeners are not notified: with a full disk, each notification would start another write that fails.
   */
  undo(snapshot: Snapshot): void {
    this.#take({ ...snapshot, random: this.random.state, requests: this.requests.state });
    this.clock.undo(snapshot.clock);
  }

  /** Recounts every index and counter; returns the differences. */
  check(): string[] {
    return atOnce(this.checking());
  }

  /** The same in steps, for the state at their beginning. */
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

/** Joins several parts into one key. */
export function scoped(first: string, ...further: readonly string[]): string {
  let key = first;
  for (const part of further) key += `\n${part}`;
  return key;
}
