import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

/** What a program calls. Interfaces and types are on the page of their module: there are hundreds. */
const callable = ['functions', 'classes', 'variables'];

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

/** The modules of a package, each with what a program calls. */
function exportsOf(folder: string): Item[] {
  const modules = globSync('**/index.md', { cwd: join(pages, 'api', folder) }).map((path) => dirname(path));
  return [
    { text: 'All reference', link: '/reference/operations' },
    ...modules.toSorted().map((module) => {
      const path = join('api', folder, module);
      const names = globSync(`{${callable.join()}}/*.md`, { cwd: join(pages, path) }).toSorted();
      const text = titleOf(readFileSync(join(pages, path, 'index.md'), 'utf8'));
      return { text, link: `/${path}/`, items: names.map((name) => exported(path, name)) };
    }),
  ];
}

function exported(path: string, name: string): Item {
  return { text: basename(name, '.md'), link: `/${path}/${name.replace(/\.md$/, '')}` };
}
