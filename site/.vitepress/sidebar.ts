import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { guides, placeOf, project, reference, type Section } from '../contents.ts';
import { titleOf } from '../llms.ts';

type Item = DefaultTheme.SidebarItem;

const pages = join(import.meta.dirname, '../pages');

/** The packages by their folder below `/api`. */
const packages = {
  mailrig: 'mailrig',
  sandbox: '@mailrig/sandbox',
  contract: '@mailrig/contract',
};

const types: Item = {
  text: 'Types',
  items: Object.entries(packages).map(([folder, text]) => ({ text, link: `/api/${folder}/` })),
};

/** The sidebar of each part of the site. */
export function sidebars(): DefaultTheme.SidebarMulti {
  const users = guides.map(group);
  const lookUp = [...reference.map(group), types];
  const contributors = [
    ...project.map(group),
    { text: 'Decision records', items: globSync('project/adr/0*.md', { cwd: pages }).toSorted().map(item) },
  ];
  return {
    '/': users,
    '/reference/': lookUp,
    '/packages/': lookUp,
    '/project/': contributors,
    ...Object.fromEntries(Object.keys(packages).flatMap(moduleSidebars)),
  };
}

function group({ title, pages: files }: Section): Item {
  return { text: title, items: files.map((file) => item(placeOf(file) ?? '')) };
}

function item(page: string): Item {
  const title = titleOf(readFileSync(join(pages, page), 'utf8'));
  return {
    // Below "Getting started", the rest is enough.
    text: title.replace('Getting started with', 'With'),
    link: `/${page.replace(/(index)?\.md$/, '')}`,
  };
}

/** A sidebar for each module of a package: the modules, this one with its exports except types without fields. */
function moduleSidebars(folder: string): [path: string, items: Item[]][] {
  const modules = globSync('**/index.md', { cwd: join(pages, 'api', folder), exclude: ['package.json'] })
    .map((path) => join('api', folder, dirname(path)))
    .toSorted()
    .map((path) => ({ path, page: readFileSync(join(pages, path, 'index.md'), 'utf8') }));
  return modules.map(({ path: own }) => [
    `/${own}/`,
    [
      { text: 'All reference', link: '/reference/operations' },
      ...modules.map(({ path, page }) => {
        const groups = path === own ? groupsOn(page, path) : [];
        return { text: titleOf(page), link: `/${path}/`, ...(groups.length > 0 && { items: groups }) };
      }),
    ],
  ]);
}

/** The groups of exports on the page of a module. */
function groupsOn(page: string, path: string): Item[] {
  const parts = page.split(/^## /m).slice(1);
  return parts.map((part) => groupIn(part, path)).filter(({ items }) => items?.length);
}

/** A group of exports on the page of a module: its title, then a table whose rows begin with links. */
function groupIn(part: string, path: string): Item {
  const [text = ''] = part.split('\n', 1);
  const items = Array.from(
    part.matchAll(/^\| \[(.+?)\]\(((?:classes|functions|interfaces|variables)\/.+?)\.md\) \|/gm),
    ([, name = '', file = '']) => ({
      text: name.replaceAll('\\', ''),
      link: `/${path}/${file}`,
    }),
  );
  return { text, collapsed: true, items };
}
