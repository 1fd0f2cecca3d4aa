/** A Markdown table. Cells may contain Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/** Text in backticks; empty text stays empty. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

/** The first line of a generated page, which readers do not see. */
export const generated = '<!-- Generated: change its source, then run pnpm fix. -->\n\n';

/** A generated page. The formatter leaves its sections alone. */
export function page(title: string, introduction: string, sections: readonly string[]): string {
  return `${generated}# ${title}

${introduction}

<!-- prettier-ignore-start -->

${sections.join('\n\n')}

<!-- prettier-ignore-end -->
`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ');
}
