import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../packaging/command.ts';
import { startSandbox } from '../packaging/sandbox-server.ts';
import { startRegistry } from './registry.ts';

/**
 * Publishes the built packages to a registry on loopback, installs them from there with npm in an
 * empty project, and follows the README: an email to a sandbox in the process, and one to the server
 * that `npx @mailrig/sandbox` starts. Neither the user's settings of npm nor the public registry see
 * any of it.
 */
const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'mailrig-release-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rmSync(scratch, { recursive: true, force: true }));

const registry = await timed('registry', () => startRegistry(join(scratch, 'registry')));
cleanup.use(registry);
const settings = join(scratch, 'npmrc');
// Publishing asks for a token, even where the registry lets everybody in.
writeFileSync(
  settings,
  `registry=${registry.url}\n${registry.url.replace(/^http:/, '')}:_authToken=dry-run\nfund=false\naudit=false\n`,
);
const env = {
  npm_config_userconfig: settings,
  npm_config_registry: registry.url,
  npm_config_provenance: 'false',
  npm_config_cache: join(scratch, 'cache'),
};

const names: string[] = [];
for (const path of globSync('packages/*/package.json', { cwd: root }).toSorted()) {
  const { name, private: kept } = JSON.parse(readFileSync(join(root, path), 'utf8'));
  if (kept) continue;
  const folder = join(root, dirname(path));
  const args = ['publish', '--no-git-checks', '--registry', registry.url];
  await timed(`publish ${name}`, () => run(folder, 'pnpm', args, env));
  names.push(name);
}

const project = join(scratch, 'project');
cpSync(join(import.meta.dirname, 'project'), project, { recursive: true });
await timed('npm install', async () => {
  await run(project, 'npm', ['init', '--yes'], env);
  await run(project, 'npm', ['install', ...names], env);
});
await timed('quick start in the process', () => run(project, 'node', ['quick-start.mjs'], env));
await timed('quick start over npx @mailrig/sandbox', async () => {
  await using sandbox = await startSandbox(project, ['npx', '--yes', '@mailrig/sandbox'], env);
  await run(project, 'node', ['quick-start.mjs'], { ...env, ...sandbox.env });
});

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`passed  ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}
