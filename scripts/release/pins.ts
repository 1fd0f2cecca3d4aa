import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Refuses what another party could change without us: actions without a commit, base images without a digest, and
 * a pnpm without a version in what CI runs. Also refuses two versions of pnpm, a base image with another Node than the
 * workspace, a checkout that leaves its token behind, and a job that may sign and yet runs what it checked out or
 * installed.
 */
const root = join(import.meta.dirname, '../..');
const problems: string[] = [];
const packageManagers = new Set<string>();
const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
const [, node] = /^nodeVersion: (\d+)\./m.exec(workspace) ?? [];

const workflows = globSync('.github/workflows/*.yml', { cwd: root });
for (const file of [...workflows, 'action/action.yml', '.ci/run', 'container/Dockerfile']) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [use, name = ''] of text.matchAll(/^ *-? *uses: (.+)$/gm)) {
    if (!/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(name))
      refuse(file, use, 'needs a commit and its version');
  }
  for (const [pnpm] of withoutComments(text).matchAll(/\bpnpm@\S+/g)) {
    packageManagers.add(pnpm);
    if (!/@\d+\.\d+\.\d+$/.test(pnpm)) refuse(file, pnpm, 'needs an exact version');
    else if (packageManagers.size > 1) refuse(file, pnpm, 'must be the version that all others name');
  }
  for (const [, image = ''] of text.matchAll(/^FROM (.+)$/gm)) {
    if (!/@sha256:[\da-f]{64}$/.test(image)) refuse(file, image, 'needs a digest');
    if (!image.startsWith(`node:${node}.`)) refuse(file, image, `needs Node ${node}, as the workspace has`);
  }
  for (const [, step = ''] of text.matchAll(/uses: actions\/checkout@.*\n((?: {8,}.*\n)*)/g)) {
    if (!/persist-credentials: false/.test(step))
      refuse(file, 'actions/checkout', 'needs persist-credentials: false');
  }
  for (const job of text.split(/^(?= {2}\w+:\n)/m)) {
    if (!/^ *id-token: write/m.test(job)) continue;
    const [, run] = /(actions\/checkout|pnpm|npm (?:ci|install))/.exec(withoutComments(job)) ?? [];
    if (run !== undefined) refuse(file, run, 'must not be in a job with id-token: write');
  }
}

if (problems.length > 0) console.error(problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;

function withoutComments(text: string): string {
  return text.replaceAll(/^ *#.*$/gm, '');
}

function refuse(file: string, what: string, why: string): void {
  problems.push(`${file}: ${what.trim()} ${why}`);
}
