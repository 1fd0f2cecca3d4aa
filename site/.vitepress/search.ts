import type { DefaultTheme } from 'vitepress';

type MiniSearchOptions = NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']>;

/** How results are ranked; `site/check.ts` searches with the same options. */
export const searchOptions: NonNullable<MiniSearchOptions['searchOptions']> = {
  prefix: true,
  fuzzy: 0.15,
  boost: { title: 5, titles: 2, text: 1 },
  /** Guides lead, those for specialists less, then the reference, then types. */
  boostDocument(id: string): number {
    // Here, because VitePress sends the function to the browser as text.
    const weights: [string, number][] = [
      ['/getting-started', 3],
      ['/guides/testing', 5],
      ['/guides/deployment', 2],
      ['/guides/wire-options', 2],
      ['/guides/', 4],
      ['/reference/', 1],
      ['/examples/', 0.7],
      ['/packages/', 0.7],
      ['/comparison', 0.5],
      ['/api/', 0.3],
      ['/changelog', 0.2],
      ['/project/', 0.1],
    ];
    return weights.find(([path]) => id.includes(path))?.[1] ?? 1;
  },
};
