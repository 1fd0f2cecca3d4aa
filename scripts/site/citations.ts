import { type Application, MarkdownEvent, type ProjectReflection, type Reflection } from 'typedoc';

/** The documents that requirements (`R53`) and decisions (`A61`) are in, by the first letter of their number. */
const documents: Readonly<Record<string, string>> = { R: 'docs/requirements.md', A: 'docs/decisions.md' };

/** HTML that is copied as it is: code, links, headings, and any other tag. */
const untouched = /<(a|code|pre|h[1-6])\b[^]*?<\/\1>|<[^>]*>/g;

/** TypeDoc plugin: links the numbers of requirements and decisions to their documents. */
export function load({ renderer }: Application): void {
  // Runs after the Markdown has become HTML.
  renderer.on(MarkdownEvent.PARSE, link, -100);

  function link(event: MarkdownEvent): void {
    const { model, project } = event.page;
    const { router } = renderer;
    if (!router || !isReflection(model)) return;
    const from = model;
    const targets = Object.fromEntries(
      Object.entries(documents).map(([letter, path]) => [letter, documentAt(project, path)]),
    );
    const html = event.parsedText.replaceAll(/<li>(?=<strong>(R\d+)<\/strong>)/g, (_, number: string) =>
      from === targets['R'] ? `<li id="${number.toLowerCase()}">` : '<li>',
    );
    event.parsedText = outside(html, (text) =>
      text.replaceAll(/\b([RA])\d{1,3}\b/g, (number, letter: string) => {
        const target = targets[letter];
        if (!target) return number;
        const url = target === from ? '' : router.relativeUrl(from, target);
        return `<a href="${url}#${number.toLowerCase()}">${number}</a>`;
      }),
    );
  }
}

/** Changes the text of HTML, but no tag and nothing that is {@link untouched}. */
function outside(html: string, change: (text: string) => string): string {
  let end = 0;
  let changed = '';
  for (const { 0: tag, index } of html.matchAll(untouched)) {
    changed += change(html.slice(end, index)) + tag;
    end = index + tag.length;
  }
  return changed + change(html.slice(end));
}

function documentAt(project: ProjectReflection, path: string): Reflection | undefined {
  return project.documents?.find((one) => project.files.getReflectionPath(one)?.endsWith(`/${path}`));
}

function isReflection(model: object): model is Reflection {
  return 'kindOf' in model;
}
