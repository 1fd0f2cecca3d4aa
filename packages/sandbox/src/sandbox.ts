import { findAccount, keysOf, keyView } from './control/accounts.ts';
import type { ControlAccess } from './control/guard.ts';
import { answerControl, isControlPath } from './control/http.ts';
import { reset, setWire, type WireChoice } from './control/sandbox.ts';
import { getSnapshot, putSnapshot } from './control/snapshot.ts';
import { choose, invoke } from './control/verb.ts';
import { AccountControls } from './controls/account.ts';
import { AccountsControls } from './controls/accounts.ts';
import { ClockControls } from './controls/clock.ts';
import { Random } from './kernel/random.ts';
import { fetchOver } from './mounts/fetch.ts';
import type { SandboxOptions } from './options.ts';
import { answerApi, isApiPath } from './routing/api.ts';
import { answerUpload, isUploadPath } from './routing/uploads.ts';
import type { IncomingRequest, Reply } from './routing/request.ts';
import { defaultKeys, seed } from './seed.ts';
import { plant } from './seeds/plant.ts';
import { seedFrom } from './seeds/seed.ts';
import { addresses, serviceFrom } from './service.ts';
import type { SavedState } from './state/saved.ts';
import type { Snapshot } from './state/store.ts';
import { version } from './version.ts';
import { metaHeaders, refusalAnswer } from './wire/envelope.ts';
import type { WireOptions } from './wire/options.ts';
import { Refusal } from './wire/refusal.ts';

/** Makes a sandbox: the whole service, in memory, with a default account. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new Sandbox(options);
}

/**
 * The whole service in memory. Itself it controls the default account; {@link Sandbox.account} gives
 * the same controls for another one.
 */
export class Sandbox extends AccountControls {
  /** Where the API seems to be, for instance for a client's `baseUrl`. */
  readonly baseUrl: string;
  /** Where presigned uploads go when the API is called at {@link Sandbox.baseUrl}. */
  readonly uploadBaseUrl: string;
  /** A drop-in `fetch`: `new Mailrig({ fetch: sandbox.fetch })`. It needs no `this`. */
  readonly fetch: typeof fetch;
  readonly clock: ClockControls;
  readonly accounts: AccountsControls;
  readonly #access: ControlAccess;
  readonly #initial: Snapshot;
  readonly #options: SandboxOptions;
  readonly #controlIds = new Random('control');

  /** @param origin States of another sandbox, where this one is its fork. */
  constructor(options: SandboxOptions, origin?: { readonly now: Snapshot; readonly initial: Snapshot }) {
    const { controlHosts = [] } = options;
    const seeds = options.seed === undefined ? undefined : seedFrom(options.seed);
    const service = serviceFrom(options);
    if (origin) service.store.restore(origin.now);
    else if (!seeds) seed(service.store);
    super({
      service,
      // The account that came first, whatever state was put back since.
      get accountId() {
        return service.store.accounts.oldest()?.id ?? '';
      },
      chosen: false,
      version,
      origin: addresses(options).baseUrl,
      initial: () => this.#initial,
    });
    const { baseUrl, uploadBaseUrl } = addresses(options);
    this.baseUrl = baseUrl;
    this.uploadBaseUrl = uploadBaseUrl;
    this.fetch = fetchOver((request) => this.handle(request));
    this.clock = new ClockControls(this.scope);
    this.accounts = new AccountsControls(this.scope);
    this.#access = {
      hostnames: controlHosts === 'any' ? undefined : [new URL(this.baseUrl).hostname, ...controlHosts],
      token: options.controlToken,
    };
    this.#options = options;
    if (seeds && !origin) plant(this.scope, seeds);
    this.#initial = origin?.initial ?? service.store.snapshot();
  }

  /** Test key of the default account: `sk_test_sandbox` where that is its own and active, else its oldest active one. */
  get apiKey(): string {
    return this.#keyOf('test');
  }

  /** Live key of the default account: `sk_live_sandbox` where that is its own and active, else its oldest active one. */
  get liveApiKey(): string {
    return this.#keyOf('live');
  }

  #keyOf(environment: 'live' | 'test'): string {
    const usual = defaultKeys[environment];
    const keys = keysOf(this.scope, this.scope.accountId).filter((key) => key.environment === environment);
    const active = keys.filter((key) => keyView(this.scope, key).status === 'active');
    const candidates = active.length > 0 ? active : keys;
    return (candidates.find(({ key }) => key === usual) ?? candidates[0])?.key ?? usual;
  }

  /** The same controls for another account, named by its id or one of its keys. */
  account(idOrKey: string): AccountControls {
    return new AccountControls(choose(this.scope, findAccount(this.scope, idOrKey).id));
  }

  /** The wire options in force. */
  get wire(): WireOptions {
    return this.scope.service.store.wire;
  }

  /** Chooses a preset of wire options, or some of them; the others go back to their defaults. */
  setWire(choice: WireChoice): WireOptions {
    return invoke(setWire, this.scope, typeof choice === 'string' ? { preset: choice } : choice);
  }

  /** Keeps everything as it is now, in one step whatever is stored. */
  snapshot(): Snapshot {
    this.scope.service.store.clock.settle();
    return this.scope.service.store.snapshot();
  }

  /**
   * Another sandbox that stands where this one does and goes its own way from here on: records,
   * clock, ids, faults, journal. It costs what either of them changes, whatever is stored. Its
   * `reset` goes back to where this one started.
   */
  fork(): Sandbox {
    return new Sandbox(this.#options, { now: this.snapshot(), initial: this.#initial });
  }

  /**
   * Puts everything back as it was then: records, clock, ids, journal. A running clock that was moved
   * or given a start goes on from the time of the snapshot; one that was not follows the system clock.
   */
  restore(snapshot: Snapshot): void {
    this.scope.service.store.restore(snapshot);
  }

  /** The whole state as JSON, for a file or another process. It costs what is stored. */
  save(): SavedState {
    return invoke(getSnapshot, this.scope, {});
  }

  /**
   * Puts a state that was saved in the place of the present one.
   *
   * @throws ControlError where it is damaged or of another version; nothing is changed then.
   */
  load(saved: unknown): void {
    invoke(putSnapshot, this.scope, saved);
  }

  /** Goes back to the start, clock and ids included; a clock without `startAt` follows the system clock again. */
  reset(): void {
    invoke(reset, this.scope, {});
  }

  /** Recounts every index and counter; says what does not agree. Empty where all is well. */
  check(): string[] {
    return this.scope.service.store.check();
  }

  /** Answers a request of any mount: the API, presigned uploads, or the control plane. */
  handle(request: IncomingRequest): Promise<Reply> {
    const { service } = this.scope;
    const { store } = service;
    store.clock.settle();
    const path =
      request.path.length > 1 && request.path.endsWith('/') ? request.path.slice(0, -1) : request.path;
    const isControl = isControlPath(path);
    // Who only looks on, as the inspector does, must not change the ids that a seed gives.
    const ids = isControl ? this.#controlIds : store.random;
    const meta = { now: store.clock.now(), requestId: `req_${ids.hex(24)}`, path };
    if (isApiPath(path)) return answerApi(service, request, meta);
    if (isUploadPath(path)) return answerUpload(service, request, meta);
    if (isControl) return answerControl(this.scope, this.#access, request, meta);
    const refusal = new Refusal('NOT_FOUND', `There is no endpoint ${path}`);
    const { status, headers, body } = refusalAnswer(refusal, store.wire, meta);
    return Promise.resolve({
      status,
      headers: { ...headers, ...metaHeaders(meta) },
      body: request.method === 'HEAD' ? null : body,
    });
  }
}
