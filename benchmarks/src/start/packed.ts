import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const checkout = join(import.meta.dirname, '../../..');
const peers = join(import.meta.dirname, '../../peers/node_modules');

interface Manifest {
  readonly publishConfig: object;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Other clients, if you installed them with `npm install` in `peers/`. */
export const installedPeers = ['openai', 'resend', 'stripe'].filter((name) => existsSync(join(peers, name)));

/**
 * Creates a folder with the built packages and all that they depend on, laid out as npm would install them,
 * and the other clients. Run `pnpm build` first.
 *
 * @param root The checkout with the packages. Default: this one.
 */
export async function packed(root = checkout): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailrig-start-'));
  const modules = join(folder, 'node_modules');
  for (const name of ['mailrig', '@mailrig/sandbox']) await copy(root, name, modules);
  for (const name of installedPeers) await symlink(join(peers, name), join(modules, name));
  return folder;
}

/** Copies one of our packages with its dependencies, unless it is there. */
async function copy(root: string, name: string, modules: string): Promise<void> {
  const target = join(modules, name);
  if (existsSync(target)) return;
  const source = join(root, 'packages', name === 'mailrig' ? 'sdk' : name.replace('@mailrig/', ''));
  await mkdir(target, { recursive: true });
  await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true });
  const text = await readFile(join(source, 'package.json'), 'utf8');
  const { publishConfig, ...manifest } = JSON.parse(text) as Manifest;
  await writeFile(join(target, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }));
  for (const [dependency, version] of Object.entries(manifest.dependencies)) {
    if (version.startsWith('workspace:')) await copy(root, dependency, modules);
    else await link(join(source, 'node_modules', dependency), join(modules, dependency));
  }
}

async function link(installed: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  await mkdir(dirname(target), { recursive: true });
  await symlink(await realpath(installed), target);
}
