import { guides, placeOf, purposeOf, reference, type Section, single } from './contents.ts';

const introduction = `# Mailrig

> A typed TypeScript client for a transactional email API, plus a sandbox that runs the whole service in memory, on a clock that tests control.

Agents that write tests: read [SKILL.md](SKILL.md) first. All pages below are Markdown; [llms-full.txt](llms-full.txt) has them in one file.`;

/** `llms.txt`: the pages for users, each with what it is for. See https://llmstxt.org. */
export function llmsIndex(pages: ReadonlyMap<string, string>): string {
  const line = (file: string) => {
    const page = placeOf(file) ?? '';
    const text = pages.get(page) ?? '';
    return `- [${titleOf(text)}](${page}): ${summaryOf(file, text)}`;
  };
  const section = ({ title, pages: files }: Section) => `## ${title}\n\n${files.map(line).join('\n')}`;
  return [
    introduction,
    ...[...guides, ...reference].map(section),
    `## Optional\n\n${single.map(line).join('\n')}`,
  ].join('\n\n');
}

/** `llms-full.txt`: the guides and the reference in one file. */
export function llmsFull(pages: ReadonlyMap<string, string>): string {
  const files = [...guides, ...reference].flatMap((section) => section.pages);
  return files.map((file) => pages.get(placeOf(file) ?? '') ?? '').join('\n\n');
}

export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

/** What a guide is for; of any other page, the first sentence below the title. */
export function summaryOf(file: string, text: string): string {
  return purposeOf(file) ?? firstSentenceOf(text);
}

function firstSentenceOf(text: string): string {
  const [paragraph = ''] = text
    .replace(/^[^]*?^# .+$/m, '')
    .replaceAll(/^```[^]*?^```$/gm, '')
    .trim()
    .split('\n');
  return (/^.+?[.:](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph)
    .replace(/:$/, '.')
    .replaceAll(/\]\([^)]*\)|\[|\*\*/g, '');
}
