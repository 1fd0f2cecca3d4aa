import { join } from 'node:path';
import { build } from 'vitepress';
import { assemble } from '../assemble.ts';
import { problemsIn } from './check.ts';

/**
 * Builds the site in `docs/site` from the documents and TypeDoc's pages, and checks the result. `--plain` builds it
 * without colours in code and sidebars, for a check only.
 */
const site = join(import.meta.dirname, '../../docs/site');
assemble();
await build(join(import.meta.dirname, '..'));
const problems = await problemsIn(site);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
