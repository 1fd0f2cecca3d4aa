import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import {
  call,
  type Caller,
  CallError,
  type CallOptions,
  type Given,
  isNoResponse,
} from '../control-plane.ts';
import type { SandboxEvent, Summary, VerbName } from '../control-types.ts';
import { messageOf } from '../sandbox-tables.ts';
import { Address } from './address.ts';
import { type Browser, tokenAtStart, tokenKey } from './browser.ts';
import { eventsUntil, keptEvents, listen, type StreamStatus } from './event-stream.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { UnreadMail } from './unread.ts';

/** A short message that disappears after some seconds. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** An `outage` also disappears as soon as the sandbox responds again. */
  readonly kind: 'done' | 'problem' | 'outage';
}

/** A call with what to show afterwards. */
export interface ActionOptions extends Pick<CallOptions, 'file'> {
  /** Notice to show on success. */
  readonly done: string;
  /** Whether to call without the selected account, so that the target may belong to any account. Default `false`. */
  readonly anyAccount?: boolean;
  /** Whether to call although the page shows the past. Default `false`. */
  readonly fromPast?: boolean;
}

/** The sandbox as it was right after an event. */
interface Past {
  readonly summary: Summary;
  /** That event and those before it, newest first. */
  readonly events: readonly SandboxEvent[];
  /** The latest event when this was read: only a later one can show that the moment is gone. */
  readonly before: Summary | undefined;
}

/** The verbs after which events are gone. */
const goingBack: readonly VerbName[] = ['rewind', 'reset', 'undo', 'putSnapshot'];

/** Milliseconds in which a call that goes back ends. */
const backMs = 5_000;

/** Time passes without an event, so the page reads everything again now and then. */
const pollingMs = 10_000;

const none: readonly never[] = [];

/**
 * What the page shows of a sandbox, and what it can do. Everything that changes is a signal, so that a view renders
 * again when what it reads has changed.
 *
 * An event waits in a queue (`#onEvent`) until the next summary has been read (`#readSummary`), at most twice a
 * second. Then the log gets the queue, and `changes` is counted up, after which the views read again. While the page
 * shows the past, it still reads summaries and events, but views get the values of the past.
 */
export class Model {
  /** The route in the browser's URL, which also holds the account and the moment that are shown. */
  readonly address: Address;
  readonly unread: UnreadMail;
  readonly #browser: Browser;

  readonly #token = signal<string>();
  /** The last token that the sandbox refused. */
  readonly #refused = signal<string>();
  readonly #present = signal<Summary>();
  readonly #past = signal<Past>();
  readonly #log = signal<readonly SandboxEvent[]>(none);
  readonly #changes = signal(0);
  readonly #notices = signal<readonly Notice[]>(none);
  readonly #status = signal<StreamStatus | 'connecting'>('connecting');
  readonly #seenAt = signal<Date>();
  readonly #problem = signal<string>();
  /** The latest event when the account was chosen; `undefined` until the first summary. */
  readonly #chosenAfter = signal<number>();

  readonly #reading: OneAtATime;
  /** Events that came since the last summary, oldest first. */
  #arrived: readonly SandboxEvent[] = [];
  /** Whether lists may have changed since they were read. */
  #isStale = false;
  /** Until when events may disappear because this page has gone back. */
  #backUntil = -Infinity;
  #noticeCount = 0;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.address = new Address(browser);
    this.#token.value = tokenAtStart(browser);
    this.unread = new UnreadMail(browser, () => this.#chosen.value);
    this.#reading = new OneAtATime((signal) => this.#readSummary(signal), {
      // Changes at the same time are read once, and at most twice a second.
      wait: (sinceLast) => Math.max(20, 500 - sinceLast),
      mayRun: () => this.#status.peek() === 'live' && browser.document.visibilityState === 'visible',
    });
  }

  // What is shown.

  readonly route = computed(() => this.address.route);
  readonly #chosen = computed(() => this.route.value.params['account'] || undefined);
  readonly #chosenAt = computed(() => {
    const { at = '' } = this.route.value.params;
    return at === '' ? undefined : Number(at);
  });
  readonly #live = computed<Caller>(() => ({
    account: this.#chosen.value,
    token: this.#token.value,
    fetch: this.#browser.fetch,
  }));
  /** How views call: for the account and the moment that are shown. */
  readonly caller = computed<Caller>(() => {
    const at = this.#chosenAt.value;
    return at === undefined ? this.#live.value : { ...this.#live.value, at };
  });
  /** The past that is shown; `undefined` for now, and until it has loaded. */
  readonly #shownPast = computed(() => (this.caller.value.at === undefined ? undefined : this.#past.value));
  /** After a reset, the numbers belong to other events. */
  readonly #isGone = computed(() => {
    const [at, past, present] = [this.#chosenAt.value, this.#shownPast.value, this.#present.value];
    if (at === undefined || !past || past.before === present) return false;
    if (at > latestIn(present)) return true;
    const [shown] = past.events;
    const now = this.#log.value.find(({ sequence }) => sequence === shown?.sequence);
    return shown && now ? !isSameEvent(shown, now) : false;
  });
  readonly #shown = computed(() => this.#shownPast.value?.summary ?? this.#present.value);
  /** All accounts, the default one first. */
  readonly accounts = computed(() => this.#shown.value?.accounts ?? none);
  /** The selected account; `undefined` until the accounts have loaded. */
  readonly account = computed(() => {
    const chosen = this.#chosen.value;
    return chosen === undefined
      ? this.accounts.value[0]
      : this.accounts.value.find(({ id }) => id === chosen);
  });
  /** The domain of an account by its id; `undefined` if there is no such account. */
  readonly domainOf = (accountId: unknown): string | undefined =>
    this.accounts.value.find(({ id }) => id === accountId)?.domain.name;
  readonly clock = computed(() => this.#shown.value?.clock);
  /** The faults that wait for their calls, at most 5. */
  readonly faults = computed(() => this.#shown.value?.faults ?? none);
  /** The latest events, newest first. */
  readonly events = computed(() => this.#shownPast.value?.events ?? this.#log.value);
  /** How many events there are, loaded or not; `undefined` until that is known. */
  readonly eventCount = computed(
    () => this.#present.value && (this.caller.value.at ?? latestIn(this.#present.value)),
  );
  /** How many messages are unread: none in the past. */
  readonly unreadCount = computed(() => (this.caller.value.at === undefined ? this.unread.count : 0));
  /** What can be taken back. */
  readonly undoable = computed(() => this.#present.value?.undo);
  readonly #oldest = computed(() => this.#present.value?.events.oldest);
  readonly #latest = computed(() => latestIn(this.#present.value));
  /** The numbers of the oldest and the latest event to go back to; `undefined` if there is only the latest. */
  readonly history = computed(() => {
    const [oldest = Infinity, latest] = [this.#oldest.value, this.#latest.value];
    return oldest < latest ? { oldest, latest } : undefined;
  });
  /** Counted up whenever something may have changed. The past does not change. */
  readonly changes = computed(() => (this.caller.value.at === undefined ? this.#changes.value : 0));
  /** The mail that other accounts got since this one was chosen, by account. */
  readonly elsewhere = computed(() => {
    const { value: after = Infinity } = this.#chosenAfter;
    const isElsewhere = ({ type, sequence, data }: SandboxEvent) =>
      type === 'email.queued' && sequence > after && data['accountId'] !== this.account.value?.id;
    return Map.groupBy(this.#log.value.filter(isElsewhere), ({ data }) => String(data['accountId']));
  });
  readonly notices: ReadonlySignal<readonly Notice[]> = this.#notices;
  /** State of the connection; `connecting` until it first opens or fails. */
  readonly status: ReadonlySignal<StreamStatus | 'connecting'> = this.#status;
  /** When the sandbox last responded. */
  readonly seenAt: ReadonlySignal<Date | undefined> = this.#seenAt;
  /** Why the summary could not be read. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem;
  /** Whether the sandbox does not respond: the page shows its last state. */
  readonly isLost = computed(() => this.#status.value === 'lost');
  /** Whether the sandbox refused the token that it was given. */
  readonly isRejected = computed(() => {
    const refused = this.#refused.value;
    return refused !== undefined && refused === this.#token.value;
  });
  /** Whether nothing can be changed: the page shows the past, or the sandbox does not respond. */
  readonly isReadOnly = computed(() => this.caller.value.at !== undefined || this.isLost.value);

  // What can be done.

  /** Tries a token of the control plane, and stores it until the tab closes. */
  readonly unlock = (token: string): void => {
    this.#browser.sessionStorage.setItem(tokenKey, token);
    this.#token.value = token;
  };

  /** Selects an account by id; `undefined` for the default one. */
  readonly choose = (account: string | undefined): void => {
    const isDefault = account === this.accounts.peek()[0]?.id;
    this.address.setParams({ account: isDefault ? '' : (account ?? '') });
  };

  /** Shows everything as it was right after an event; `undefined` for now. */
  readonly rewindTo = (sequence: number | undefined): void => {
    this.address.setParams({ at: sequence === undefined ? '' : String(sequence) });
  };

  /** Reads everything on the page again. */
  readonly refresh = (): void => {
    this.#isStale = true;
    this.#reading.ask();
  };

  /** Shows a short notice. */
  readonly notify = (text: string, kind: Notice['kind'] = 'done'): void => {
    const id = ++this.#noticeCount;
    this.#notices.value = [...this.#notices.peek().slice(-2), { id, text, kind }];
    setTimeout(() => this.#dropNotices((notice) => notice.id === id), kind === 'done' ? 2_500 : 8_000);
  };

  /** Calls a verb, shows the outcome as a notice, and resolves to whether the call succeeded. */
  readonly act = async <Name extends VerbName>(
    verb: Name,
    given: Given<Name> | undefined,
    { done, anyAccount = false, fromPast = false, ...options }: ActionOptions,
  ): Promise<boolean> => {
    const caller = this.caller.peek();
    if (caller.at !== undefined && !fromPast) {
      this.notify('This is the past: go back to now, or continue from here.', 'problem');
      return false;
    }
    if (goingBack.includes(verb)) this.#backUntil = performance.now() + backMs;
    try {
      await call(anyAccount ? { ...caller, account: undefined } : caller, verb, given, options);
      this.notify(done);
      return true;
    } catch (error) {
      this.notify(messageOf(error), isNoResponse(error) ? 'outage' : 'problem');
      return false;
    } finally {
      this.refresh();
    }
  };

  /** Makes the past that is shown the present. */
  readonly continueHere = async (): Promise<void> => {
    const to = this.caller.peek().at;
    if (await this.act('rewind', { to }, { done: 'Continued from here', fromPast: true })) {
      this.rewindTo(undefined);
    }
  };

  /** Undoes the last deletion, load or rewind. */
  readonly undo = (): void => {
    void this.act('undo', {}, { done: 'Taken back', fromPast: true });
  };

  /** Follows the events of the sandbox, until the returned function is called. */
  readonly start = (): (() => void) => {
    const stopped = new AbortController();
    this.address.follow();
    this.#browser.addEventListener('hashchange', this.address.follow, stopped);
    this.#browser.addEventListener('storage', () => (this.unread.follow(), this.#reading.ask()), stopped);
    this.#browser.document.addEventListener('visibilitychange', this.#reading.startIfDue, stopped);
    const polling = setInterval(this.refresh, pollingMs);
    const stops = [
      effect(() => this.#listen(this.#token.value)),
      effect(() => this.#live.value && this.#readAnew()),
      effect(() => this.#readPast(this.caller.value)),
      effect(() => {
        if (this.#isGone.value) this.#leavePast('That moment is gone: the sandbox was reset or taken back.');
      }),
      () => stopped.abort(),
      () => clearInterval(polling),
      this.#reading.stop,
    ];
    return () => stops.forEach((stop) => stop());
  };

  // What happens.

  #listen(token: string | undefined): () => void {
    // The stream begins with what has happened before, and the first lists have that.
    let isOpening = true;
    const stopped = new AbortController();
    const listener = {
      onStatus: (status: StreamStatus) => this.#onStatus(status),
      onEvent: (event: SandboxEvent | undefined) => {
        this.#onEvent(event, isOpening);
        isOpening &&= event !== undefined;
      },
    };
    void listen({ account: undefined, token, fetch: this.#browser.fetch }, listener, stopped.signal);
    return () => stopped.abort();
  }

  #onStatus(status: StreamStatus): void {
    this.#status.value = status;
    if (status === 'locked') this.#refused.value = this.#token.peek();
    if (status === 'live') this.#dropNotices(({ kind }) => kind === 'outage');
  }

  #onEvent(event: SandboxEvent | undefined, isOpening: boolean): void {
    if (event) this.#arrived = [...this.#arrived.slice(-keptEvents), event];
    const present = this.#present.peek();
    const isKnown = event ? !present || event.sequence <= latestIn(present) : isOpening;
    if (isKnown) this.#reading.ask();
    else this.refresh();
  }

  async #readSummary(signal: AbortSignal): Promise<void> {
    const live = this.#live.peek();
    const { since } = this.unread;
    try {
      const summary = await call(live, 'getSummary', { since }, { signal });
      const last = latestIn(summary);
      const arrived = this.#arrived;
      let log = withNew(arrived.toReversed(), this.#log.peek(), last);
      // If a rewind was undone, the stream does not have the restored events.
      if ((log[0]?.sequence ?? 0) < last) {
        log = await eventsUntil({ ...live, at: last }, signal).catch(() => log);
      }
      if (signal.aborted) return;
      this.#arrived = this.#arrived.filter((event) => !arrived.includes(event));
      batch(() => this.#show(summary, log, since));
    } catch (error) {
      if (signal.aborted || isNoResponse(error)) return;
      const isAbsent = error instanceof CallError && error.status === 404;
      if (isAbsent && this.#chosen.peek() !== undefined) this.choose(undefined);
      else this.#problem.value = messageOf(error);
    }
  }

  /** @param since The number from which on the summary counted messages. */
  #show(summary: Summary, log: readonly SandboxEvent[], since: number | undefined): void {
    if (latestIn(summary) < latestIn(this.#present.peek()) && performance.now() > this.#backUntil) {
      this.notify('The sandbox was reset or taken back elsewhere: what came after that is gone.', 'problem');
    }
    this.#present.value = withSame(summary, this.#present.peek());
    this.#log.value = log;
    this.#chosenAfter.value = Math.min(this.#chosenAfter.peek() ?? Infinity, latestIn(summary));
    this.#seenAt.value = new Date();
    this.#problem.value = undefined;
    if (this.#isStale) this.#changes.value++;
    this.#isStale = false;
    if (!this.unread.take(summary.messages, since)) this.#reading.ask();
  }

  /** Another account or token: what was read for the last one no longer counts. */
  #readAnew(): void {
    const present = this.#present.peek();
    this.unread.clear();
    this.#chosenAfter.value = present && latestIn(present);
    this.#problem.value = undefined;
    this.#reading.restart();
  }

  #readPast(caller: Caller): (() => void) | undefined {
    const { at } = caller;
    if (at === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    Promise.all([call(caller, 'getSummary', {}, { signal }), eventsUntil({ ...caller, at }, signal)]).then(
      ([summary, events]) => {
        const clock = { ...summary.clock, frozen: true };
        if (signal.aborted) return;
        this.#past.value = { summary: { ...summary, clock }, events, before: this.#present.peek() };
      },
      (error: unknown) => {
        if (!signal.aborted && !isNoResponse(error)) this.#leavePast(messageOf(error));
      },
    );
    return () => leaving.abort();
  }

  #leavePast(why: string): void {
    this.rewindTo(undefined);
    this.notify(why, 'problem');
  }

  #dropNotices(isOver: (notice: Notice) => boolean): void {
    this.#notices.value = this.#notices.peek().filter((notice) => !isOver(notice));
  }
}

/** The number of the latest event; 0 before anything has happened. */
const latestIn = (summary: Summary | undefined): number => summary?.events.latest?.sequence ?? 0;

/** Whether two events are the same: numbers start again after a reset. */
function isSameEvent(one: SandboxEvent, other: SandboxEvent): boolean {
  return one.at === other.at && one.type === other.type && one.data['id'] === other.data['id'];
}

/** A summary with the parts of the one before that have not changed, so that views that read those do not render. */
function withSame(summary: Summary, before: Summary | undefined): Summary {
  const parts = Object.entries(summary).map(([name, value]) => {
    const old: unknown = before && Reflect.get(before, name);
    return [name, JSON.stringify(value) === JSON.stringify(old) ? old : value];
  });
  return Object.fromEntries(parts) as Summary;
}

/** Puts new events before the known ones. After a reset or a rewind, numbers go back, and later known events go. */
function withNew(
  newest: readonly SandboxEvent[],
  known: readonly SandboxEvent[],
  latest: number,
): readonly SandboxEvent[] {
  const first = Math.min(newest.at(-1)?.sequence ?? Infinity, latest + 1);
  if (newest.length === 0 && (known[0]?.sequence ?? 0) < first) return known;
  return [...newest, ...known.filter(({ sequence }) => sequence < first)].slice(0, keptEvents);
}
