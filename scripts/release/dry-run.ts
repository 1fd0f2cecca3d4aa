import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../packaging/command.ts';
import { startSandbox } from '../packaging/sandbox-server.ts';
import { startRegistry } from './registry.ts';

/**
 * Publishes the built packages to a local registry, then follows the README in an empty folder: installs
 * them with npm, runs its program against `npx @mailrig/sandbox`, and runs its tests. It touches neither
 * the user's npm settings nor the public registry.
 */
const root = join(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'mailrig-release-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rmSync(scratch, { recursive: true, force: true }));

const registry = await timed('registry', () => startRegistry(join(scratch, 'registry')));
cleanup.use(registry);
const settings = join(scratch, 'npmrc');
// npm needs a token to publish, even if the registry does not.
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
mkdirSync(project);
const readme = filesOf(readFileSync(join(root, 'README.md'), 'utf8'));
await timed('npm install', async () => {
  await run(project, 'npm', ['install', 'mailrig'], env);
  await run(project, 'npm', ['install', '--save-dev', '@mailrig/sandbox'], env);
});
await timed('the first email of the README, sent to npx @mailrig/sandbox', async () => {
  await using sandbox = await startSandbox(project, ['npx', '--yes', '@mailrig/sandbox'], env);
  const program = readme.get('send.mjs') ?? '';
  writeFileSync(join(project, 'send.mjs'), program.replace('http://127.0.0.1:4010', sandbox.url));
  const output = await run(project, 'node', ['send.mjs'], env);
  if (!output.includes('queued Hello')) throw new Error(`the email is not in the list:\n${output}`);
});
await timed('the tests of the README', async () => {
  for (const [name, code] of readme) if (name.endsWith('.ts')) writeFileSync(join(project, name), code);
  await run(project, 'npm', ['install', '--save-dev', 'vitest'], env);
  await run(project, 'npx', ['vitest', 'run'], env);
});

/** The code blocks that begin with a file name, by that name. */
function filesOf(text: string): ReadonlyMap<string, string> {
  const blocks = text.matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]));
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`passed  ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}
