import type { WireOptions } from '@mailrig/contract';
import { AccountControls } from './accounts/account.ts';
import { AccountsControls } from './accounts/accounts.ts';
import { ClockControls } from './clock/clock.ts';
import { accountOf, checkPresent, type ControlContext, findAccount, forAccount } from './context.ts';
import { controlPlane } from './http.ts';
import { keyViews } from './accounts/keys.ts';
import { type EventView, eventView } from './events/events.ts';
import { reset } from './sandbox/health.ts';
import { contextAt, rewind } from './sandbox/past.ts';
import { loadState, saveState } from './sandbox/snapshot.ts';
import { invoke, nothing } from './verb.ts';
import { setWire, type WireInput } from './wire/wire.ts';
import type { WaitReason } from '../service/kernel/client-waits.ts';
import { atOnce } from '../service/kernel/steps.ts';
import { fetchOver } from '../service/routing/fetch.ts';
import type { SandboxOptions } from './options.ts';
import { api } from '../service/routing/api.ts';
import { dispatch, type Part } from '../service/routing/dispatch.ts';
import type { ExchangeResult } from '../service/routing/exchange-result.ts';
import type { IncomingRequest } from '../service/routing/request.ts';
import { uploads } from '../service/routing/uploads.ts';
import { checkOptions, invalid } from './control-error.ts';
import { isMarkedAs, markAs } from './copies.ts';
import { defaultKeys } from './seeds/default-account.ts';
import { addresses, contextFrom, type Fork } from './start.ts';
import type { SavedState } from '../service/saving/lines.ts';
import type { Snapshot } from '../service/state/snapshot.ts';
import type { Store } from '../service/state/store.ts';

/**
 * Decides when a request reaches the service, and when its response leaves.
 *
 * @internal
 */
export type Interceptor = (
  request: IncomingRequest,
  respond: () => Promise<ExchangeResult>,
) => Promise<ExchangeResult>;

/**
 * Creates a sandbox: the whole service, in memory, with a default account.
 *
 * ```ts
 * const sandbox = createSandbox({ clock: 'manual', startAt: '2026-01-31T09:00:00Z' });
 * const mail = new Mailrig(sandbox.clientOptions());
 * ```
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

/** Options of a client that uses a sandbox. */
export interface ClientOptions {
  /** Key of the default account. */
  readonly apiKey: string;
  /** Address of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Calls the sandbox instead of the network. */
  readonly fetch: typeof fetch;
  /** Lets the client run in pages and in imitations such as jsdom: the key works only in the sandbox. */
  readonly dangerouslyAllowBrowser: true;
  /** Waits by the clock of the sandbox, so that its moves end the waits of the client. */
  readonly clock: SandboxClock;
}

/** The clock of a sandbox as the option `clock` of a client. */
export interface SandboxClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Waits until the clock of the sandbox has moved on.
   *
   * @param milliseconds How long.
   * @param signal Ends the wait: it rejects with its reason then.
   * @param reason What for, in the words of an error.
   * @throws An error with code `CLOCK_FROZEN` if the clock is frozen and was not moved for two seconds of waits, while
   * the clients only read. `sandbox.clock.runUntil` moves it.
   */
  sleep(milliseconds: number, signal?: AbortSignal, reason?: WaitReason): Promise<void>;
}

/**
 * The whole service in memory. Its own controls are those of the default account; {@link Sandbox.account}
 * returns the controls of another one.
 */
export class Sandbox extends AccountControls {
  /** Address of the API: a client's `baseUrl`. */
  readonly baseUrl: string;
  /** Address of presigned uploads, for callers of {@link Sandbox.baseUrl}. */
  readonly uploadBaseUrl: string;
  /** Address at which callers reach it, if the option `publicUrl` gave one. */
  readonly publicUrl: string | undefined;
  /** Which operations it has. */
  readonly endpoints = this.context.service.endpoints;
  /** A drop-in `fetch`: `new Mailrig({ fetch: sandbox.fetch })`. It is bound to this sandbox. */
  readonly fetch: typeof fetch;
  /** The clock of everything in the sandbox. */
  readonly clock = new ClockControls(this.context);
  /** The accounts of the sandbox. */
  readonly accounts = new AccountsControls(this.context);
  readonly #parts: readonly Part[];
  readonly #options: SandboxOptions;
  #interceptor: Interceptor | undefined;
  #redirection: (() => Sandbox | undefined) | undefined;

  static {
    markAs('sandbox', this);
  }

  /**
   * @param origin The states to take over, if this sandbox is a fork, or what it shares with another one.
   * @internal
   */
  constructor(options: SandboxOptions, origin?: Fork | ControlContext) {
    super(origin && 'service' in origin ? origin : contextFrom(options, origin));
    const { baseUrl, uploadBaseUrl, publicUrl } = addresses(options);
    this.baseUrl = baseUrl;
    this.uploadBaseUrl = uploadBaseUrl;
    this.publicUrl = publicUrl;
    this.fetch = fetchOver((request) => this.handle(request));
    this.#parts = [
      // The past is read-only.
      ...(this.context.at === undefined ? [api(this.context.service), uploads(this.context.service)] : []),
      controlPlane(this.context, { hosts: [new URL(baseUrl).hostname], token: options.controlToken }),
    ];
    this.#options = options;
  }

  /**
   * What a client needs to use this sandbox: `new Mailrig(sandbox.clientOptions())`.
   *
   * @param environment Whose key the client gets. Default `live`: its mail is sent and delivered. Mail of a test
   * key stays `queued`, and is not listed.
   */
  clientOptions(environment: 'live' | 'test' = 'live'): ClientOptions {
    const { baseUrl, fetch } = this;
    const chosen: unknown = environment;
    if (chosen !== 'live' && chosen !== 'test') throw invalid('environment', "must be 'live' or 'test'");
    const current = () => this.#redirection?.() ?? this;
    const clock = () => current().context.service.store.clock;
    return {
      apiKey: this.#keyOf(environment),
      baseUrl,
      fetch,
      dangerouslyAllowBrowser: true,
      clock: {
        now: () => clock().now(),
        // A sweep intercepts requests, and moves the clock along with time.
        sleep: (milliseconds, signal, reason) =>
          clock().waits.sleep(
            milliseconds,
            () => clock().frozen && current().#interceptor === undefined,
            signal,
            reason,
          ),
      },
    };
  }

  /** Test key of the default account: `sk_test_sandbox` if it has that key and it is active, otherwise its oldest active one. */
  get testApiKey(): string {
    return this.#keyOf('test');
  }

  /** Live key of the default account: `sk_live_sandbox` if it has that key and it is active, otherwise its oldest active one. */
  get liveApiKey(): string {
    return this.#keyOf('live');
  }

  #keyOf(environment: 'live' | 'test'): string {
    const usual = defaultKeys[environment];
    const views = keyViews(this.context, accountOf(this.context).id);
    const keys = views.filter((key) => key.environment === environment);
    const active = keys.filter(({ status }) => status === 'active');
    const candidates = active.length > 0 ? active : keys;
    return (candidates.find(({ key }) => key === usual) ?? candidates[0])?.key ?? usual;
  }

  /**
   * The controls of another account, by its id or one of its keys.
   *
   * @param idOrKey Id of an account, or one of its API keys.
   */
  account(idOrKey: string): AccountControls {
    return new AccountControls(forAccount(this.context, findAccount(this.context, idOrKey).id));
  }

  /** The current wire options. */
  get wire(): WireOptions {
    return this.context.service.store.wire;
  }

  /** Bytes of all emails and attachments: their text and their files. */
  get storedBytes(): number {
    return this.context.service.store.storedBytes;
  }

  /** Sets wire options, one by one or by preset; the others return to their defaults. */
  setWire(wire: WireInput): WireOptions {
    return invoke(setWire, this.context, typeof wire === 'string' ? { preset: wire } : wire);
  }

  /** Captures the whole state, at a constant cost. */
  snapshot(): Snapshot {
    this.context.service.store.clock.settle();
    return this.context.service.store.snapshot();
  }

  /**
   * Creates an independent copy of this sandbox: records, clock, ids, faults, the request log. It costs only
   * the later changes, however much is stored. Its `reset` returns to the start of this one. Its history begins
   * with the fork.
   */
  fork(): Sandbox;
  fork(given: object = {}): Sandbox {
    checkOptions(nothing, given);
    const { store } = this.context.service;
    store.clock.settle();
    return new Sandbox(this.#options, { now: store.present(), start: store.start });
  }

  /** Everything that happened and that you can go back to, oldest first. */
  history(): readonly EventView[] {
    const { store } = this.context.service;
    store.clock.settle();
    return store.events
      .entries()
      .flatMap((event) => (store.versions?.of(event) ? [eventView(event, store)] : []));
  }

  /**
   * The sandbox as it was right after an event, to read: `sandbox.at(12).mailbox.list()`. Whatever would change it
   * fails; to continue from there in another sandbox, fork it.
   *
   * @param sequence Number of the event, for example from {@link Sandbox.history}.
   * @throws ControlError if there is no such event, or if it is no longer stored.
   */
  at(sequence: number): Sandbox {
    this.context.service.store.clock.settle();
    return new Sandbox(this.#options, contextAt(this.context, sequence));
  }

  /**
   * Goes back to the moment right after an event, and continues from there. What happened since is gone.
   *
   * @param sequence Number of the event, for example from {@link Sandbox.history}.
   * @throws ControlError if there is no such event, or if it is no longer stored.
   */
  rewind(sequence: number): void {
    invoke(rewind, this.context, { to: sequence });
  }

  /**
   * Restores a snapshot: records, clock, ids, the request log. A running clock that was moved or had a start
   * time continues from the time of the snapshot; any other follows the system clock.
   */
  restore(snapshot: Snapshot): void {
    const given: unknown = snapshot;
    // No recursion: it has the whole state.
    if (typeof given !== 'object' || given === null || !('tables' in given)) {
      throw invalid('snapshot', 'must be what snapshot() returned');
    }
    checkPresent(this.context);
    this.context.service.store.restore(snapshot);
  }

  /**
   * The whole state at this moment as lines of JSON, for a file or another process, for example
   * `await writeFile(file, sandbox.save())`. The lines are made one by one while they are read.
   */
  save(): Iterable<string> {
    return saveState(this.context);
  }

  /**
   * Replaces the whole state with a saved one: the lines of {@link Sandbox.save}, or the text or bytes of a
   * file or a response, whole or in parts.
   *
   * @throws ControlError if it is damaged or of another version; nothing changes then.
   */
  async load(saved: SavedState): Promise<void> {
    checkPresent(this.context);
    return loadState(this.context, saved);
  }

  /** Returns to the start, including clock and ids. A clock without `startAt` follows the system clock again. */
  reset(): void;
  reset(given: object = {}): void {
    invoke(reset, this.context, given);
  }

  /** Recounts every index and counter; returns the differences. An empty list means that all are right. */
  check(): string[] {
    return atOnce(this.context.service.store.checking());
  }

  /**
   * Checks that a value is a sandbox, of any copy of this package.
   *
   * @param example How to pass one.
   * @internal
   */
  static check(value: unknown, example: string): void {
    if (!isMarkedAs('sandbox', value)) throw invalid('sandbox', `must be a sandbox: ${example}`);
  }

  /**
   * Checks that this copy of the package made a sandbox, for what needs more than its public methods.
   *
   * @param user The function that needs it.
   * @internal
   */
  static checkOwn(sandbox: Sandbox, user: string): void {
    if (sandbox instanceof Sandbox) return;
    const advice =
      'Import both the same way, with import or with require, and again together after a test runner has reset its modules';
    throw invalid('sandbox', `comes from another copy of @mailrig/sandbox than ${user}. ${advice}`);
  }

  /**
   * The state of a sandbox, for a mount that stores it in a file.
   *
   * @internal
   */
  static storeOf({ context }: Sandbox): Store {
    return context.service.store;
  }

  /**
   * The same sandbox with the same state. Its requests, of any mount, go through an interceptor.
   *
   * @internal
   */
  static intercepted(sandbox: Sandbox, interceptor: Interceptor): Sandbox {
    const intercepted = new Sandbox(sandbox.#options, sandbox.context);
    intercepted.#interceptor = interceptor;
    return intercepted;
  }

  /**
   * Sends the requests to a sandbox, of any mount, to other sandboxes, and lets its clients wait for their clocks.
   *
   * @param find Returns the sandbox that responds now; `undefined` for this one.
   * @returns A function that ends this.
   * @internal
   */
  static redirect(sandbox: Sandbox, find: () => Sandbox | undefined): () => void {
    sandbox.#redirection = find;
    return () => {
      sandbox.#redirection = undefined;
    };
  }

  /** Responds to a request of any mount: the API, presigned uploads, or the control plane. */
  async handle(request: IncomingRequest): Promise<ExchangeResult> {
    const other = this.#redirection?.();
    if (other) return other.handle(request);
    const { store } = this.context.service;
    const respond = () => dispatch(store, this.#parts, request);
    if (this.#interceptor) return this.#interceptor(request, async () => respond());
    return request.path.startsWith('/_sandbox') ? respond() : store.clock.waits.respond(request, respond);
  }
}
