import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';

/** The colours of the page, light or dark. */
const colours = {
  bg: 'var(--vp-c-bg)',
  fg: 'var(--vp-c-text-1)',
  muted: 'var(--vp-c-text-2)',
  transparent: true,
};

/** Draws blocks of Mermaid while the site is built, so a page needs no script to show them. */
export function diagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    const title = /^\s*accTitle: (.*)\n/m;
    const drawing = renderMermaidSVG(content.replace(title, ''), colours)
      // The page has its own font, and asks no other server for one.
      .replace(/^\s*@import .*\n/m, '')
      .replace(/^\s*text \{ font-family.*\n/m, '');
    const name = md.utils.escapeHtml(title.exec(content)?.[1] ?? 'Diagram');
    return `<div class="diagram" role="img" aria-label="${name}" v-html="${md.utils.escapeHtml(JSON.stringify(drawing))}"></div>`;
  };
}
