/**
 * A sandbox in a container, for tests that start their services with Testcontainers.
 *
 * @packageDocumentation
 */
import {
  AbstractStartedContainer,
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import type { Seed } from './control/seeds/seed.ts';
import {
  defaultRemoteAccount,
  openRemoteAccount,
  type RemoteAccount,
  type RemoteSandbox,
} from './testing/remote-account.ts';
import { version } from './service/version.ts';

export type { FailedTest } from './control/sandbox/recording.ts';
export type { RemoteAccount, RemoteMessage } from './testing/remote-account.ts';

/** The port inside the container. */
const port = 4010;

/** Variable with the names, separated by commas, that the sandbox answers to besides the usual ones. */
const allowHost = 'MAILRIG_SANDBOX_ALLOW_HOST';

const seedFile = '/home/node/seed.json';

/**
 * A container that serves a sandbox. Other containers on its network reach it at `http://ALIAS:4010`, with the alias
 * that `withNetworkAliases` gives it.
 *
 * Every option of the command `mailrig-sandbox` is an environment variable, for example
 * `withEnvironment({ MAILRIG_SANDBOX_WIRE: 'reference' })`.
 *
 * ```ts
 * const container = await new SandboxContainer().withClock('manual').start();
 * ```
 */
export class SandboxContainer extends GenericContainer {
  #controlToken: string | undefined;

  /** @param image Default: the image of this version. */
  constructor(image = `mailrig/sandbox:${version}`) {
    super(image);
    this.withExposedPorts(port).withWaitStrategy(Wait.forHttp('/_sandbox/health', port));
  }

  /**
   * `manual` stops the clock until a test moves it. Default `system`, which follows the time of day.
   *
   * @param clock The kind of clock.
   */
  withClock(clock: 'system' | 'manual'): this {
    return this.withEnvironment({ MAILRIG_SANDBOX_CLOCK: clock });
  }

  /** Starts with this data, and returns to it when the sandbox is reset. */
  withSeed(seed: Seed): this {
    return this.withCopyContentToContainer([
      { content: JSON.stringify(seed), target: seedFile },
    ]).withEnvironment({ MAILRIG_SANDBOX_SEED: seedFile });
  }

  /**
   * Requires this token for the control plane and the inspector.
   *
   * @param token Visible ASCII characters without spaces.
   */
  withControlToken(token: string): this {
    this.#controlToken = token;
    return this.withEnvironment({ MAILRIG_SANDBOX_CONTROL_TOKEN: token });
  }

  /** Starts the container, and waits until the sandbox answers. */
  override async start(): Promise<StartedSandboxContainer> {
    // Tests call it by the name of the machine that runs the containers, which may be any.
    const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
    const hosts = [this.environment[allowHost], host].filter(Boolean).join(',');
    this.withEnvironment({ [allowHost]: hosts });
    const started = await super.start();
    const url = `http://${started.getHost()}:${started.getMappedPort(port)}`;
    const sandbox = { url, controlToken: this.#controlToken };
    return new StartedSandboxContainer(started, sandbox, await defaultRemoteAccount(sandbox));
  }
}

/** A running {@link SandboxContainer}. */
export class StartedSandboxContainer extends AbstractStartedContainer {
  readonly #sandbox: RemoteSandbox;
  readonly #account: RemoteAccount;

  /** @internal */
  constructor(started: StartedTestContainer, sandbox: RemoteSandbox, account: RemoteAccount) {
    super(started);
    this.#sandbox = sandbox;
    this.#account = account;
  }

  /** Address for programs on this machine: a client's `baseUrl`, and the page of the inspector. */
  getUrl(): string {
    return this.#sandbox.url;
  }

  /** The default account: its keys, and the mail that it sent. */
  getAccount(): RemoteAccount {
    return this.#account;
  }

  /**
   * Opens an account for one test. Its mail, contact lists and credits are separate from all others.
   *
   * @param domain Its verified domain.
   */
  openAccount(domain: string): Promise<RemoteAccount> {
    return openRemoteAccount({ ...this.#sandbox, domain });
  }
}
