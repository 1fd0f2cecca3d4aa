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
  probes: '@mailrig/probes',
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
    ...Object.fromEntries(Object.keys(packages).map((folder) => [`/api/${folder}/`, exportsOf(folder)])),
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

/** The modules of a package, each with its exports in the groups of its page, except types without fields. */
function exportsOf(folder: string): Item[] {
  const modules = globSync('**/index.md', { cwd: join(pages, 'api', folder) }).map((path) => dirname(path));
  return [
    { text: 'All reference', link: '/reference/operations' },
    ...modules.toSorted().map((module) => {
      const path = join('api', folder, module);
      const page = readFileSync(join(pages, path, 'index.md'), 'utf8');
      const groups = page
        .split(/^## /m)
        .slice(1)
        .map((part) => groupIn(part, path));
      return { text: titleOf(page), link: `/${path}/`, items: groups.filter(({ items }) => items?.length) };
    }),
  ];
}

/** A group of exports on the page of a module: its title, then a list of links. */
function groupIn(part: string, path: string): Item {
  const [text = ''] = part.split('\n', 1);
  const items = Array.from(
    part.matchAll(/^- \[(.+?)\]\(((?:classes|functions|interfaces|variables)\/.+?)\.md\)$/gm),
    ([, name = '', file = '']) => ({
      text: name.replaceAll('\\', ''),
      link: `/${path}/${file}`,
    }),
  );
  return { text, collapsed: true, items };
}
