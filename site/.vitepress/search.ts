import type { DefaultTheme } from 'vitepress';

type MiniSearchOptions = NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']>;

/** How texts become terms, in the index and in a search; `site/check.ts` uses the same. */
export const termOptions: NonNullable<MiniSearchOptions['options']> = {
  /** In titles, a name such as `sendEmail` is also a term of its own, so that who knows it finds its page first. */
  processTerm(term: string, field?: string): string | string[] | null {
    const lower = term.toLowerCase();
    // Here, because VitePress sends the function to the browser as text.
    const stopWords =
      'a an and are as at be by can do does for from how i if in is it my of on or that the this to what when with you';
    if (stopWords.split(' ').includes(lower)) return null;
    const isName = /[a-z][A-Z]|^[A-Z]/.test(term) && (field === undefined || field === 'title');
    return isName ? [lower, `====${term}`] : lower;
  },
};

/** How results are ranked; `site/check.ts` searches with the same options. */
export const searchOptions: NonNullable<MiniSearchOptions['searchOptions']> = {
  prefix: (term) => !term.startsWith('===='),
  // In a short word every other one is near: jest and test.
  fuzzy: (term) => (term.startsWith('====') || term.length < 5 ? false : 0.15),
  boost: { title: 5, titles: 2, text: 1 },
  boostTerm: (term) => (term.startsWith('====') ? 40 : 1),
  /**
   * A guide leads whose title has the term, then the page of a name, then guides, those for specialists less, then the
   * reference, then types.
   */
  boostDocument(id: string, term: string, stored?: Readonly<Record<string, unknown>>): number {
    const word = term.replace(/^====/, '').toLowerCase();
    const isHead = id.includes('/guides/') && String(stored?.['titles'] ?? '') === '';
    if (isHead && String(stored?.['title']).toLowerCase().includes(word)) return 10;
    if (term.startsWith('====') && id.includes(`/${term.slice(4)}.html`)) return 5;
    // Here, because VitePress sends the function to the browser as text.
    const weights: [string, number][] = [
      ['/getting-started', 3],
      ['/guides/testing', 5],
      ['/guides/deployment', 2],
      ['/guides/wire-options', 2],
      ['/guides/', 4],
      ['/reference/operations', 0.6],
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
