import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The only place for the public address: `repository` in `package.json` of the workspace. */
const { repository } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Adds the address to what is packed. npm compares it with the repository that signs the provenance. */
export const hooks = {
  beforePacking: (manifest, folder) => ({
    ...manifest,
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${basename(folder)}` },
  }),
};
