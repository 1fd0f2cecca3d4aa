import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../../packages');

/** A new folder with the built packages in it as npm would install them; `pnpm build` comes first. */
export async function packed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailrig-start-'));
  const modules = join(folder, 'node_modules');
  for (const name of ['contract', 'sandbox']) {
    const target = join(modules, '@mailrig', name);
    await mkdir(target, { recursive: true });
    await cp(join(packages, name, 'dist'), join(target, 'dist'), { recursive: true });
    const { publishConfig, ...manifest } = JSON.parse(
      await readFile(join(packages, name, 'package.json'), 'utf8'),
    ) as { publishConfig: object };
    await writeFile(join(target, 'package.json'), JSON.stringify({ ...manifest, ...publishConfig }));
  }
  for (const name of ['rou3', 'zod']) {
    await symlink(await realpath(join(packages, 'sandbox/node_modules', name)), join(modules, name));
  }
  return folder;
}
