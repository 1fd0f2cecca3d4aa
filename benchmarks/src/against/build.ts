import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packed } from '../start/packed.ts';

const root = join(import.meta.dirname, '../../..');

/** Packages that were built and laid out as npm would install them. Disposing of them removes their folder. */
export interface Built extends Disposable {
  /** A folder with `node_modules`. */
  readonly folder: string;
}

/** Builds the packages of a checkout in place. Default: of this one, changes that are not committed included. */
export function build(checkout = root): void {
  pnpm(checkout, 'run', 'build');
}

/** Builds the packages of this checkout. */
export async function buildHere(): Promise<Built> {
  build();
  return removable(await packed());
}

/** Builds the packages of a commit in a temporary worktree. */
export async function buildCommit(commit: string): Promise<Built> {
  using cleanup = new DisposableStack();
  const worktree = mkdtempSync(join(tmpdir(), 'mailrig-against-'));
  cleanup.defer(() => rmSync(worktree, { recursive: true, force: true }));
  git('worktree', 'add', '--force', '--detach', worktree, commit);
  cleanup.defer(() => git('worktree', 'remove', '--force', worktree));
  pnpm(worktree, 'install', '--frozen-lockfile', '--prefer-offline');
  build(worktree);
  // The worktree stays as long, because the dependencies are links into it.
  const { folder } = cleanup.use(removable(await packed(worktree)));
  const all = cleanup.move();
  return { folder, [Symbol.dispose]: () => all.dispose() };
}

/**
 * The commit of the last release, which raised the version. Until the first release, the newest commit that is a day
 * old, because versions stay at 0.0.0.
 */
export function lastRelease(): string {
  const manifest = 'packages/sandbox/package.json';
  const { version } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { readonly version: string };
  if (version === '0.0.0') return git('rev-list', '-1', '--before=1 day ago', 'HEAD');
  return git('log', '-1', '--format=%H', '-G"version": ', '--', manifest);
}

/** The abbreviated hash of a commit. */
export function shortHash(commit: string): string {
  return git('rev-parse', '--short', commit);
}

function removable(folder: string): Built {
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function pnpm(cwd: string, ...args: readonly string[]): void {
  execFileSync('pnpm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
