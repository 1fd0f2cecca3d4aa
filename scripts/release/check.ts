import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Refuses a release whose documents say that there is none yet, or that has no public address. npm compares the `repository` of each package with the
 * repository that signs, and `.pnpmfile.mjs` takes it from the `package.json` of the workspace.
 */
const root = join(import.meta.dirname, '../..');
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const here = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

if (!/^https:\/\/[\w.-]+(\/[\w.-]+){2}$/.test(repository) || /OWNER|REPOSITORY|example/.test(repository)) {
  refuse(`is the placeholder ${repository}: enter the public address`);
} else if (here && here !== repository) refuse(`is ${repository}, and this is ${here}: npm would refuse it`);

const documents = '{*.md,site/*.md,docs/{*,guides/*}.md,packages/{sdk,sandbox}/**/*.md}';
for (const file of globSync(documents, {
  cwd: root,
  exclude: ['**/node_modules/**', 'packages/sdk/skills/**'],
})) {
  const [early] =
    /^.*not on npm yet.*$|^.*\buntil the first release\b.*$/im.exec(readFileSync(join(root, file), 'utf8')) ??
    [];
  if (early !== undefined) refuse(`remove “${early.trim().slice(0, 100)}”`, file);
}

function refuse(why: string, file = 'package.json: repository'): void {
  console.error(`${file} ${why}`);
  process.exitCode = 1;
}
