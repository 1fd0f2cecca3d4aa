import { LinkifyIt } from 'linkify-it';

/** Made when it is first used: its patterns take a millisecond. */
let linkify: LinkifyIt | undefined;

/** Where an address of the web begins. Letters of scripts without blanks may touch it. */
const scheme = /(?<![a-z\d+.-])(https?):\/\//giu;

/** Invisible characters, and letters of scripts without blanks behind those of another: the text continues after the link. */
const linkEnd =
  /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<=[a-z\d])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/iu;

/** The longest address whose host has a `_`. */
const longestNamed = 2_000;

/** Emoji behind a link. A part of a path may be one. */
const emojiBehind =
  /(?<!\ufe0f)(?<=[^/\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)+$/u;

/** The addresses of the web in a text, in order and as they are written, without the punctuation around them. */
export function linksInText(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { 0: start, 1: name = '', index } of text.matchAll(scheme)) {
    if (index < end) continue;
    linkify ??= new LinkifyIt({ urlAuth: true });
    const before = name.length + 1;
    const length = lengthAt(linkify, text, `${name.toLowerCase()}:`, index + before);
    if (length === 0) continue;
    const [whole = ''] = text.slice(index, index + before + length).split(linkEnd, 1);
    const link = withoutMarks(whole, markBefore(text.slice(Math.max(0, index - 80), index)));
    end = index + Math.max(link.length, start.length);
    found.push(link);
  }
  return found;
}

/** The length of an address behind its scheme. Names of services in containers, such as `my_app`, may hold a `_`. */
function lengthAt(finder: LinkifyIt, text: string, schema: string, start: number): number {
  const length = finder.testSchemaAt(text, schema, start);
  if (length > 0) return length;
  const named = text
    .slice(start, start + longestNamed)
    .replace(/^[^\s?#]*/, (host) => host.replaceAll('_', '-'));
  return finder.testSchemaAt(named, schema, 0);
}

/** The mark of Markdown that opens in the same line and has not ended: the one of `_Link: https://…_`. */
function markBefore(text: string): string | undefined {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  const [, mark] = /(?:^|[\s(])([*_~])\1?(?=[^\s*_~])(?:(?!\1).)*$/u.exec(line) ?? [];
  return mark ?? line.at(-1);
}

/** A link without the punctuation and marks of Markdown behind it. A token may end in `_` or `~`, if none opens before it. */
function withoutMarks(link: string, before = ' '): string {
  const [marked = ''] = link.split(before === '|' ? /[`|]/ : '`', 1);
  const plain = marked.replace(emojiBehind, '');
  const isMarked = '*_~'.includes(before);
  let { length } = plain;
  while ((isMarked ? '.,;:!?*|_~' : '.,;:!?*|').includes(plain[length - 1] ?? ' ')) length -= 1;
  return plain.slice(0, length);
}
