import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Refuses a release without a public address. npm compares the `repository` of each package with the
 * repository that signs, and `.pnpmfile.mjs` takes it from the `package.json` of the workspace.
 */
const { repository } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const here = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

if (!/^https:\/\/[\w.-]+(\/[\w.-]+){2}$/.test(repository) || /OWNER|REPOSITORY|example/.test(repository)) {
  refuse(`is the placeholder ${repository}: enter the public address`);
} else if (here && here !== repository) refuse(`is ${repository}, and this is ${here}: npm would refuse it`);

function refuse(why: string): void {
  console.error(`package.json: repository ${why}`);
  process.exitCode = 1;
}
