import type { AddressInfo, Socket } from 'node:net';
import { type Rows, wholeNumber } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { checkOptions } from '../control/control-error.ts';
import { isMarkedAs } from '../control/copies.ts';
import { sandboxOptions } from '../control/options.ts';
import type { StateKeeper } from '../service/database/state-keeper.ts';
import { within } from '../service/kernel/timers.ts';
import { createSandbox, Sandbox } from '../control/sandbox.ts';
import { accessFrom, type AccessOptions, accessOptions } from './access.ts';
import { respond } from './node-exchange.ts';
import { oneByOne } from './connection-order.ts';
import { refusesUnread, unreadable } from './unreadable.ts';

// A static import would evaluate all exports of `node:http` and load Node's whole fetch.
const { createServer } = process.getBuiltinModule('node:http');

/** Most milliseconds in which a server answers what has arrived before it closes. */
const grace = 5_000;

/** How to serve a sandbox over HTTP. */
export interface ServeOptions extends AccessOptions {
  /** The sandbox to serve. Default: a new one. */
  readonly sandbox?: Sandbox;
  /**
   * Path of the state file, a SQLite database: what was acknowledged survives the end of the process, even a crash. If
   * the file exists, the sandbox continues from it, clock and wire options included; otherwise it is created. Only one
   * process can use it. Default: none, the state stays in memory.
   */
  readonly state?: string;
  /**
   * Address at which callers reach the server behind a proxy, TLS or the network of containers, for example
   * `https://mail.example`: presigned uploads are there, the OpenAPI document names it, and its host name is
   * allowed (A72). Default: that of the sandbox, otherwise the address that each request names.
   */
  readonly publicUrl?: string;
  /** Port to listen on; 0 for any free one. Default 4010. */
  readonly port?: number;
  /**
   * Address to listen on. Default `127.0.0.1`; any other than a loopback address opens the sandbox to the
   * network. Create it with a `controlToken` then.
   */
  readonly hostname?: string;
  /** Milliseconds that the headers of a request may take before it is refused with 408. Default 60,000. */
  readonly headersTimeout?: number;
  /** Milliseconds that a whole request may take before it is refused with 408. Default 300,000. */
  readonly requestTimeout?: number;
  /** Milliseconds between two checks for timed-out requests. Default 30,000. */
  readonly connectionsCheckingInterval?: number;
  /** Whether `GET /` is the inspector, a page that shows and controls the sandbox. Default `true`. */
  readonly inspector?: boolean;
}

const milliseconds = z.optional(wholeNumber(0, 'milliseconds'));

export const serveRows = z.object({
  ...accessOptions,
  sandbox: z.optional(
    z.custom<Sandbox>((value) => isMarkedAs('sandbox', value), {
      error: 'must be a sandbox: createSandbox()',
    }),
  ),
  state: z.optional(z.string()),
  publicUrl: sandboxOptions.publicUrl,
  port: z.optional(
    z.custom<number>((value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536, {
      error: 'must be a port: a whole number from 0 to 65535',
    }),
  ),
  hostname: z.optional(z.string().check(z.minLength(1))),
  headersTimeout: milliseconds,
  requestTimeout: milliseconds,
  connectionsCheckingInterval: milliseconds,
  inspector: z.optional(z.boolean()),
} satisfies Rows<ServeOptions>);

declare global {
  interface SymbolConstructor {
    // Declared for compilers without the library `esnext.disposable`.
    readonly asyncDispose: unique symbol;
  }
}

/** A sandbox that answers over HTTP. */
export interface SandboxServer {
  /** For example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The port it listens on. */
  readonly port: number;
  /** The sandbox that it serves. */
  readonly sandbox: Sandbox;
  /**
   * Refuses new connections, answers within five seconds the requests that have arrived whole, then closes
   * all connections and the state file. Calls that wait for something, and streams of events, end at once.
   */
  close(): Promise<void>;
  /** As `close`, at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a sandbox over HTTP. The server holds its process until it is closed, except where `node:test` runs: a test that
 * forgets to close it would hold the whole run.
 *
 * @throws ControlError naming an option that is unknown, or an entry of `cors` or `allowHosts` that is wrong, an error
 * naming the state file and what to do, or the system's error, for instance `EADDRINUSE`.
 */
export async function serve(options: ServeOptions = {}): Promise<SandboxServer> {
  checkOptions(serveRows, options, 'The options of serve()');
  const { sandbox = createSandbox(), port = 4010, hostname = '127.0.0.1', inspector = true } = options;
  const { requestTimeout = 300_000, connectionsCheckingInterval = 30_000 } = options;
  const { headersTimeout = Math.min(60_000, requestTimeout) } = options;
  const access = accessFrom(options, hostname, sandbox);
  const keeper = options.state === undefined ? undefined : await keeperOf(sandbox, options.state);
  const timeouts = { headersTimeout, requestTimeout, connectionsCheckingInterval };
  const closing = new AbortController();
  const refuse = refusesUnread(sandbox);
  const serving = { inspector, access, closing: closing.signal, refuse };
  const turns = oneByOne((...exchange) => respond(sandbox, serving, ...exchange), closing.signal);
  // Node's own response to a request without Host, or with an unknown Expect, has no envelope.
  const server = createServer({ ...timeouts, requireHostHeader: false }, turns.take);
  server.on('checkExpectation', turns.take).on('clientError', unreadable(refuse));
  // A caller that has ended its side may still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, hostname, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((error: unknown) => {
    keeper?.close();
    throw error;
  });
  if (runsNodeTest()) server.unref().on('connection', (socket: Socket) => socket.unref());
  const address = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    closing.abort();
    await within(grace, turns.answered());
    server.closeAllConnections();
    await closed;
    keeper?.close();
  };
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    sandbox,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Whether this process has loaded `node:test`, which waits for open servers without a message after the last test. The
 * variable that it sets is no proof: processes that a test starts also have it.
 */
function runsNodeTest(): boolean {
  const loaded: unknown = Reflect.get(process, 'moduleLoadList');
  return Array.isArray(loaded) && loaded.includes('NativeModule test');
}

/** Loaded on demand: most sandboxes have no state file. */
async function keeperOf(sandbox: Sandbox, file: string): Promise<StateKeeper> {
  Sandbox.checkOwn(sandbox, 'serve, which needs its own to write a state file');
  const { StateKeeper } = await import('../service/database/state-keeper.ts');
  return new StateKeeper(Sandbox.storeOf(sandbox), file);
}
