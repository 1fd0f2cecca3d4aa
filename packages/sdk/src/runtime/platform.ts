/**
 * The only file that reads the environment: its variables, its files and what it can do.
 */

import { now } from './time.ts';

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
export function userAgent(version: string): string | undefined {
  if (inBrowser()) return undefined;
  const { process, navigator } = globalThis as {
    process?: { versions?: Record<string, string | undefined> };
    navigator?: { userAgent?: string };
  };
  const name = ['bun', 'deno', 'node'].find((runtime) => process?.versions?.[runtime]);
  if (name) return `mailrig/${version} ${name}/${process?.versions?.[name]?.split('.')[0]}`;
  return navigator?.userAgent === 'Cloudflare-Workers' ? `mailrig/${version} workerd` : undefined;
}

/** The first version of Node that has what the client uses. */
const neededNode = [22, 13] as const;

/** The complaint about a Node that is too old; `undefined` in a recent one and in other runtimes. */
export function oldNode(): string | undefined {
  const { process } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  const { node, bun, deno } = process?.versions ?? {};
  if (node === undefined || bun !== undefined || deno !== undefined) return undefined;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [neededMajor, neededMinor] = neededNode;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `Node ${neededMajor}.${neededMinor} or later is needed, and this is ${node}`;
}

/** The part of `node:fs` that the client uses. */
interface FileSystem {
  createReadStream(path: string): AsyncIterable<Uint8Array>;
  statSync(path: string): { readonly ino: number; readonly size: number; readonly mtimeMs: number };
}

function fileSystem(): FileSystem | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: 'fs') => FileSystem } };
  return process?.getBuiltinModule?.('fs');
}

/** Opens a file for reading. Returns `undefined` if there is no file system. */
export function openFile(path: string): AsyncIterable<Uint8Array> | undefined {
  return fileSystem()?.createReadStream(path);
}

/**
 * A text that differs after each change of the file. Returns `undefined` for a file that changed within the last
 * second, because a second change may leave its size and time as they are, and for one that cannot be read.
 */
export function fileVersion(path: string): string | undefined {
  try {
    const { ino, size, mtimeMs } = fileSystem()?.statSync(path) ?? {};
    return mtimeMs !== undefined && now() - mtimeMs > 1_000 ? `${ino} ${size} ${mtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}

/** Hashes bytes with SHA-256. Returns `undefined` if the runtime cannot, as in a page without https. */
export async function digest(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  const hash = await subtle?.digest('SHA-256', bytes);
  return hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether two byte arrays hold the same. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  const { Buffer } = globalThis as { Buffer?: { compare(one: Uint8Array, other: Uint8Array): number } };
  // Ten times as fast as a loop.
  if (Buffer) return Buffer.compare(one, other) === 0;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Whether this runs in a browser page, where every visitor can read the code and its secrets. */
export function inBrowser(): boolean {
  return 'window' in globalThis && 'document' in globalThis;
}

/**
 * Whether `fetch` can stream a body with a known `content-length`. Node's can; other runtimes leave the
 * length out.
 */
export function canStreamUploads(): boolean {
  const { process } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  const { node, bun, deno } = process?.versions ?? {};
  return node !== undefined && bun === undefined && deno === undefined && !inBrowser();
}

/** SHA-256 of a text, as 43 characters that are safe in URLs. */
export async function sha256(text: string): Promise<string> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) throw new Error('there is no crypto.subtle: browsers have it only on https and localhost');
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
