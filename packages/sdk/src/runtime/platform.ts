/** What the client needs from its runtime. */

import manifest from '../../package.json' with { type: 'json' };

/** The parts of Node's globals that a runtime may have. */
interface Runtime {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: Readonly<Record<string, string | undefined>>;
    readonly getBuiltinModule?: <Name extends keyof Builtin>(name: Name) => Builtin[Name];
  };
  readonly navigator?: { readonly userAgent?: string };
}

/** The parts of Node's modules that the client uses. */
interface Builtin {
  readonly diagnostics_channel: {
    subscribe(name: string, onMessage: (message: { readonly error?: unknown }) => void): void;
  };
  readonly fs: {
    createReadStream(path: string): AsyncIterable<Uint8Array>;
    statSync(path: string): { readonly ino: number; readonly size: number; readonly mtimeMs: number };
  };
  readonly stream: {
    readonly Readable: {
      fromWeb(stream: ReadableStream<Uint8Array>, options: object): ReadableStream<Uint8Array>;
    };
  };
  readonly url: { fileURLToPath(url: string): string };
}

const runtime = globalThis as Runtime;

/** A module of Node. `undefined` in a runtime without such modules. */
export function builtin<Name extends keyof Builtin>(name: Name): Builtin[Name] | undefined {
  return runtime.process?.getBuiltinModule?.(name);
}

const connectErrors = new WeakSet<object>();
let isNoting = false;

/**
 * Records the errors of connections that were not made, which Node's `fetch` and undici publish on a channel. A reset during
 * the handshake has the same message and code as a later one.
 */
export function noteConnectErrors(): void {
  if (isNoting) return;
  isNoting = true;
  const note = ({ error }: { readonly error?: unknown }) => void connectErrors.add(Object(error));
  builtin('diagnostics_channel')?.subscribe('undici:client:connectError', note);
}

/** Whether an error is that of a connection that was not made. Not every runtime reports it. */
export function isConnectError(error: object): boolean {
  return connectErrors.has(error);
}

function versions(): Readonly<Record<string, string | undefined>> {
  return runtime.process?.versions ?? {};
}

/**
 * Reads an environment variable. Returns `undefined` if it is unset or empty, or if there is no environment or
 * no permission to read it.
 */
export function environmentVariable(name: string): string | undefined {
  try {
    return runtime.process?.env?.[name] || undefined;
  } catch {
    // Deno throws without `--allow-env`.
    return undefined;
  }
}

/** The names of the environment variables of this package, also of misspelt ones. */
export function environmentNames(): string[] {
  try {
    return Object.keys(runtime.process?.env ?? {}).filter((name) => name.startsWith('MAILRIG'));
  } catch {
    return [];
  }
}

/**
 * The value of `User-Agent`, for example `mailrig/… node/…`. `undefined` in browsers, which do not let programs
 * set it, and in unknown runtimes.
 */
export function userAgent(): string | undefined {
  const { version } = manifest;
  if (inBrowser()) return undefined;
  const name = ['bun', 'deno', 'node'].find((one) => versions()[one]);
  if (name) return `mailrig/${version} ${name}/${versions()[name]?.split('.')[0]}`;
  return runtime.navigator?.userAgent === 'Cloudflare-Workers' ? `mailrig/${version} workerd` : undefined;
}

/** The version of Node. `undefined` in other runtimes, also in those that have its `process`. */
export function nodeVersion(): string | undefined {
  const { node, bun, deno } = versions();
  return bun === undefined && deno === undefined ? node : undefined;
}

/** The error about a Node that is too old; `undefined` in a recent one and in other runtimes. */
export function oldNode(): string | undefined {
  const node = nodeVersion();
  if (node === undefined) return undefined;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return undefined;
  return `Node 22.13 or later is needed, and this is ${node}`;
}

/** Whether this runs in a browser page, where every visitor can read the code and its secrets. */
export function inBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis;
}

/** Whether this runs in a page that Node simulates, as jsdom and happy-dom do for tests. Pages of Electron are real. */
export function inSimulatedPage(): boolean {
  return inBrowser() && nodeVersion() !== undefined && versions()['electron'] === undefined;
}
