/**
 * What the client asks of the runtime that it is in.
 */

import manifest from '../../package.json' with { type: 'json' };

/**
 * Reads an environment variable. Returns `undefined` if it is unset or empty, or if there is no environment or
 * no permission to read it.
 */
export function environmentVariable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    // Deno throws without `--allow-env`.
    return undefined;
  }
}

/**
 * The value of `User-Agent`, for example `mailrig/1.2.3 node/24`. `undefined` in browsers, which do not let
 * programs set it, and in runtimes that are not known to.
 */
export function userAgent(): string | undefined {
  const { version } = manifest;
  if (inBrowser()) return undefined;
  const { process, navigator } = globalThis as {
    process?: { versions?: Record<string, string | undefined> };
    navigator?: { userAgent?: string };
  };
  const name = ['bun', 'deno', 'node'].find((runtime) => process?.versions?.[runtime]);
  if (name) return `mailrig/${version} ${name}/${process?.versions?.[name]?.split('.')[0]}`;
  return navigator?.userAgent === 'Cloudflare-Workers' ? `mailrig/${version} workerd` : undefined;
}

/** The version of Node. `undefined` in other runtimes, also in those that have its `process`. */
export function nodeVersion(): string | undefined {
  const { process } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  const { node, bun, deno } = process?.versions ?? {};
  return bun === undefined && deno === undefined ? node : undefined;
}

/** The first version of Node that has what the client uses. */
const neededNode = [22, 13] as const;

/** The complaint about a Node that is too old; `undefined` in a recent one and in other runtimes. */
export function oldNode(): string | undefined {
  const node = nodeVersion();
  if (node === undefined) return undefined;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [neededMajor, neededMinor] = neededNode;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `Node ${neededMajor}.${neededMinor} or later is needed, and this is ${node}`;
}

/** Whether this runs in a browser page, where every visitor can read the code and its secrets. */
export function inBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis;
}

/** Whether this runs in a page that Node simulates, as jsdom and happy-dom do for tests. Pages of Electron are real. */
export function inSimulatedPage(): boolean {
  const { process } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  return inBrowser() && nodeVersion() !== undefined && process?.versions?.['electron'] === undefined;
}
