import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Packs the built packages as they would be published, has publint read the tarballs, installs them
 * into an empty project, and compiles and runs `consumer.ts` there, once as ESM and once as CommonJS.
 */
const packages = ['contract', 'sdk', 'sandbox'];

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'mailrig-packaging-'));
try {
  const tarballs = Object.fromEntries(packages.map(pack));
  for (const tarball of Object.values(tarballs)) run(root, 'publint', 'run', tarball, '--strict');
  const consumer = install(tarballs);
  run(consumer, 'tsc');
  run(consumer, 'node', 'consumer.mjs');
  run(consumer, 'node', 'consumer.cjs');
  refusesUnknownFlag(consumer);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(name: string): [name: string, tarball: string] {
  const cwd = join(root, 'packages', name);
  const { filename } = JSON.parse(run(cwd, 'pnpm', 'pack', '--json', '--pack-destination', folder));
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  return [manifest.name, filename];
}

/** The overrides keep a published copy of one package from standing in for the tarball of another. */
function install(tarballs: Record<string, string>): string {
  const cwd = join(folder, 'consumer');
  const files = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]));
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const msw = /^ {2}msw: (.+)$/m.exec(catalog)?.[1];
  mkdirSync(cwd);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    types: [],
    strict: true,
    noEmitOnError: true,
  };
  writeJson(join(cwd, 'package.json'), { private: true, dependencies: { ...files, msw } });
  writeJson(join(cwd, 'pnpm-workspace.yaml'), { overrides: files, allowBuilds: { msw: false } });
  writeJson(join(cwd, 'tsconfig.json'), { compilerOptions, include: ['consumer.*'] });
  for (const extension of ['mts', 'cts']) {
    copyFileSync(join(import.meta.dirname, 'consumer.ts'), join(cwd, `consumer.${extension}`));
  }
  run(cwd, 'pnpm', 'install', '--no-frozen-lockfile', '--prefer-offline');
  return cwd;
}

/** The quickest thing that the command does by itself; it also shows that the file is executable. */
function refusesUnknownFlag(cwd: string): void {
  const { status, stderr } = spawnSync('node_modules/.bin/mailrig-sandbox', ['--no-such-flag'], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 1 || !stderr.includes('--no-such-flag')) {
    throw new Error(`mailrig-sandbox --no-such-flag ended with ${status}: ${stderr}`);
  }
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value, undefined, 2));
}

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`$ ${[command, ...args].join(' ')}\n${stdout}${stderr}`);
  return stdout;
}
