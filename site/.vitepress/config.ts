import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { slug } from '../assemble.ts';
import { summaryOf } from '../llms.ts';
import { citations } from './citations.ts';
import { diagrams } from './diagrams.ts';
import { searchOptions, termOptions } from './search.ts';
import { sidebars } from './sidebar.ts';

const base = process.env['SITE_BASE'] ?? '/';
/** Where the site is, for previews of its pages, which need the whole address of a picture. */
const address = process.env['SITE_ADDRESS'] ?? '';
/** With `--plain`, the site has no colours in code, no sidebars and no minified files: they take two fifths of the time. */
const isPlain = process.argv.includes('--plain');
// Made in any case, so that a mistake in it shows.
const sidebar = sidebars();

export default defineConfig({
  title: 'Mailrig',
  description: 'A typed email client, and a sandbox that runs the whole service in memory on your clock.',
  lang: 'en',
  base,
  srcDir: 'pages',
  srcExclude: ['public/**'],
  outDir: '../docs/site',
  cleanUrls: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#3b5bdb' }],
    ['meta', { property: 'og:site_name', content: 'Mailrig' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:image', content: `${address}${base}pictures/clock-light.webp` }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  transformHead: ({ title, description }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  markdown: {
    // `{id}` in a heading is a path parameter, not an attribute, and `api.md` in a text is no address.
    attrs: { disable: true },
    linkify: false,
    anchor: { slugify: slug },
    theme: { light: 'github-light', dark: 'github-dark' },
    config(md) {
      md.use(citations);
      md.use(diagrams);
      if (isPlain) md.options.highlight = null;
      // Vue would take the variables of templates for its own.
      const render = md.renderer.render.bind(md.renderer);
      md.renderer.render = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
    },
  },
  transformPageData: (page, { siteConfig }) => {
    // Its table needs the width.
    if (page.relativePath === 'comparison.md') page.frontmatter['aside'] = false;
    if (page.relativePath !== 'index.md') {
      const text = readFileSync(join(siteConfig.srcDir, page.relativePath), 'utf8');
      page.description = summaryOf(`docs/${page.relativePath}`, text).replaceAll(/[`*_]/g, '');
    }
  },
  vite: { build: { chunkSizeWarningLimit: 4000, minify: !isPlain }, logLevel: 'warn' },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Guides', link: '/guides/testing', activeMatch: '^/(guides|examples)/' },
      { text: 'Reference', link: '/reference/operations', activeMatch: '^/(reference|api|packages)/' },
      { text: 'Changelog', link: '/changelog' },
      { text: 'Comparison', link: '/comparison' },
      { text: 'Contribute', link: '/project/contributing', activeMatch: '^/project/' },
    ],
    sidebar: isPlain ? {} : sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: termOptions, searchOptions },
        detailedView: 'auto',
        // The index needs no colours, which take as long as everything else about it.
        _render(source, env, md) {
          const { highlight } = md.options;
          md.options.highlight = null;
          const html = md.render(source, env);
          md.options.highlight = highlight;
          return html;
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'MIT licence. Nothing on this page is loaded from another host.' },
  },
});
