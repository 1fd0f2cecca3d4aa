import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../../packages');
const peers = join(import.meta.dirname, '../../peers/node_modules');
/** What the packages load, by the package that depends on it. */
const dependencies = { ky: 'sdk', rou3: 'sandbox', yaml: 'sandbox', zod: 'contract' };
const folders = { mailrig: 'sdk', '@mailrig/contract': 'contract', '@mailrig/sandbox': 'sandbox' };

/** Other clients, if you installed them with `npm install` in `peers/`. */
export const installedPeers = ['openai', 'resend', 'stripe'].filter((name) => existsSync(join(peers, name)));

/**
 * Creates a folder with the built packages, laid out as npm would install them, and the other clients.
 * Run `pnpm build` first.
 */
export async function packed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailrig-start-'));
  const modules = join(folder, 'node_modules');
  for (const [name, source] of Object.entries(folders)) {
    const target = join(modules, name);
    await mkdir(target, { recursive: true });
    await cp(join(packages, source, 'dist'), join(target, 'dist'), { recursive: true });
    const { publishConfig, ...manifest } = JSON.parse(
      await readFile(join(packages, source, 'package.json'), 'utf8'),
    ) as { publishConfig: object };
    await writeFile(join(target, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }));
  }
  for (const [name, user] of Object.entries(dependencies)) {
    await symlink(await realpath(join(packages, user, 'node_modules', name)), join(modules, name));
  }
  for (const name of installedPeers) await symlink(join(peers, name), join(modules, name));
  return folder;
}
