import type { MarkdownRenderer } from 'vitepress';

/** Turns blocks of Mermaid into the component of the theme that draws them. */
export function diagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    if (info !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    return `<Diagram text="${md.utils.escapeHtml(content)}" />`;
  };
}
