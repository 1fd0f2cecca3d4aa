import { type Application, Converter, type DocumentReflection } from 'typedoc';

/** The group under which the site lists a document, by the start of its path. */
const groups: readonly (readonly [path: string, group: string])[] = [
  ['docs/guides/', 'Guides'],
  ['docs/reference/', 'Reference'],
  ['docs/decisions.md', 'Reference'],
  ['docs/state-machines.md', 'Reference'],
];

/** TypeDoc plugin: names documents after their first heading and groups them by folder. */
export function load({ converter }: Application): void {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (first: unknown, second?: unknown) => {
    const document = (second ?? first) as DocumentReflection;
    const path = document.project.files.getReflectionPath(document) ?? '';
    const group = groups.find(([start]) => path.includes(`/${start}`))?.[1];
    document.frontmatter['group'] = group ?? 'Project';
    const [part] = document.content;
    const heading = part?.kind === 'text' ? /^\s*# (.+)/.exec(part.text) : null;
    if (path.endsWith('README.md') && !path.includes('/docs/')) document.name = 'First steps';
    else if (heading?.[1]) document.name = heading[1];
  });
}
