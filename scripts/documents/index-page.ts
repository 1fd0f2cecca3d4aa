import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { guides, project, reference, type Section, single } from '../../site/contents.ts';
import { summaryOf, titleOf } from '../../site/llms.ts';

const root = join(import.meta.dirname, '../..');

/** The index of the documents, with the groups of the site. Operations have an index of their own. */
export function indexPage(): string {
  const lookUp = reference.filter(({ pages }) => !pages.some((page) => page.includes('/operations/')));
  return [
    '# Mailrig documentation',
    'New here? [Get started](getting-started.md), and write your first test.',
    '## Guides',
    'Every block names its file. Paste the blocks of a guide into an empty folder, one after the other, and its commands print what it shows: a check does this for every change.',
    ...guides.map(group),
    '## Reference',
    ...lookUp.map(group),
    '## About the project',
    [...single, ...project.flatMap(({ pages }) => pages), 'docs/adr/README.md'].map(line).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function group({ title, pages }: Section): string {
  return `### ${title}\n\n${pages.map(line).join('\n')}`;
}

function line(page: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  return `- [${titleOf(text)}](${posix.relative('docs', page)}): ${summaryOf(page, text)}`;
}
