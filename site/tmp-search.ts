import { globSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { searchOptions, termOptions } from './.vitepress/search.ts';
const site = join(import.meta.dirname, '../docs/site');
const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: site });
const { default: json } = (await import(join(site, chunk))) as { default: string };
const index = MiniSearch.loadJSON(json, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  ...termOptions,
  searchOptions,
});
for (const q of process.argv.slice(2))
  console.log(
    q,
    index
      .search(q)
      .slice(0, 4)
      .map((r) => [r.id, Math.round(r.score)]),
  );
