import { defineConfig } from 'vitepress';
import { slug } from '../assemble.ts';
import { citations } from './citations.ts';
import { diagrams } from './diagrams.ts';
import { searchOptions } from './search.ts';
import { sidebars } from './sidebar.ts';

export default defineConfig({
  title: 'Mailrig',
  description: 'A typed email client, and a sandbox that runs the whole service in memory on your clock.',
  lang: 'en',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: '../docs/site',
  cleanUrls: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // `{id}` in a heading is a path parameter, not an attribute, and `api.md` in a text is no address.
    attrs: { disable: true },
    linkify: false,
    anchor: { slugify: slug },
    theme: { light: 'github-light', dark: 'github-dark' },
    config(md) {
      md.use(citations);
      md.use(diagrams);
      // Vue would take the variables of templates for its own.
      const render = md.renderer.render.bind(md.renderer);
      md.renderer.render = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
    },
  },
  // Its table needs the width.
  transformPageData: (page) => {
    if (page.relativePath === 'comparison.md') page.frontmatter['aside'] = false;
  },
  vite: { build: { chunkSizeWarningLimit: 4000 }, logLevel: 'warn' },
  themeConfig: {
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Guides', link: '/guides/testing', activeMatch: '^/(guides|examples)/' },
      { text: 'Reference', link: '/reference/operations', activeMatch: '^/(reference|api|packages)/' },
      { text: 'Changelog', link: '/changelog' },
      { text: 'Comparison', link: '/comparison' },
      { text: 'Contribute', link: '/project/contributing', activeMatch: '^/project/' },
    ],
    sidebar: sidebars(),
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions }, detailedView: 'auto' },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT licence. Nothing on this page is loaded from another host.' },
  },
});
