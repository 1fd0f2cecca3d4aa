/** A Markdown table; cells are Markdown themselves. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/** Text as code, or nothing where there is none. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** A generated page: what it is, where it comes from, and its sections. */
export function page(title: string, introduction: string, sections: readonly string[]): string {
  return `# ${title}

${introduction}

\`pnpm fix\` writes this page; \`pnpm check\` fails while it is stale.

<!-- prettier-ignore-start -->

${sections.join('\n\n')}

<!-- prettier-ignore-end -->
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
