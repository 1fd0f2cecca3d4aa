import type { MarkdownRenderer } from 'vitepress';

type State = Parameters<MarkdownRenderer['core']['process']>[0];
type Token = State['tokens'][number];

/** The pages that requirements (`R53`) and decisions (`A61`) are on, by the first letter of their number. */
const pages: Readonly<Record<string, string>> = {
  R: '/project/requirements',
  A: '/project/decisions',
};

/** Links the numbers of requirements and decisions to their pages, and makes each requirement a target. */
export function citations(md: MarkdownRenderer): void {
  md.core.ruler.after('inline', 'citations', (state) => {
    state.tokens.forEach((token, index) => {
      if (token.type !== 'inline' || state.tokens[index - 1]?.type === 'heading_open') return;
      const number = /^\*\*(R\d+)\*\*/.exec(token.content)?.[1];
      if (number === undefined) token.children = linked(state, token.children ?? []);
      else state.tokens[index - 2]?.attrSet('id', number.toLowerCase());
    });
  });
}

function linked(state: State, children: readonly Token[]): Token[] {
  let depth = 0;
  return children.flatMap((child) => {
    if (child.type === 'link_open') depth += 1;
    if (child.type === 'link_close') depth -= 1;
    return child.type === 'text' && depth === 0 ? split(state, child.content) : [child];
  });
}

/** A text as texts and links. */
function split(state: State, content: string): Token[] {
  return content.split(/\b([RA]\d{1,3})\b/).flatMap((part, index) => {
    const text = new state.Token('text', '', 0);
    text.content = part;
    if (index % 2 === 0) return [text];
    const open = new state.Token('link_open', 'a', 1);
    open.attrSet('href', `${pages[part.charAt(0)]}#${part.toLowerCase()}`);
    return [open, text, new state.Token('link_close', 'a', -1)];
  });
}
