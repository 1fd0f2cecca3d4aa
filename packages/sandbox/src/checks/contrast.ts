import { black, type Colour, contrast, inverted, white, wordFor } from './colours.ts';
import type { Findings, Report } from './findings.ts';
import { type HtmlSource, readTexts } from './html-source.ts';
import type { Lines } from './lines.ts';
import { coloursOf, linkBlue, type Look, looksOf } from './looks.ts';

/** Less can hardly be read by anyone. */
const hardlyReadable = 1.5;

/** Checks the contrast of text, as it is sent, and as clients show it in dark mode. */
export function* checkContrast(source: HtmlSource, lines: Lines, findings: Findings): Generator<void, void> {
  const look = yield* looksOf(source);
  const dark = darkModeOf(source);
  const problems = new Map<Look, Report | undefined>();
  for (const { source: text, offset, outer } of readTexts(source)) {
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    yield;
    const own = look(outer);
    if (!problems.has(own)) problems.set(own, problemOf(own, dark));
    const problem = problems.get(own);
    if (problem) findings.add({ ...problem, places: [lines.at(offset + text.search(/\S/))] });
  }
}

/** How clients show mail in dark mode: with its own styles, or in the colours that they give a look. */
type DarkMode = 'own' | ((look: Look) => Pair | undefined);

/** What is wrong with text that looks like this, as it is sent or else in dark mode. */
function problemOf(look: Look, dark: DarkMode): Report | undefined {
  const sent = look.isHidden ? undefined : coloursOf(look);
  if (!sent) return undefined;
  const text = `Text in ${wordFor(sent[0])} on ${wordFor(sent[1])}`;
  const low = isLow(sent, look);
  if (low !== undefined)
    return {
      check: 'contrast-low',
      what: `${text} has a contrast of ${low}:1.`,
      ...(Number(low) < hardlyReadable && { severity: 'warning' as const }),
    };
  const shown = dark === 'own' || look.colour === linkBlue ? undefined : dark(look);
  const inDark = shown && isLow(shown, look);
  if (!shown || inDark === undefined) return undefined;
  const change = `${wordFor(shown[0])} on ${wordFor(shown[1])}`;
  return { check: 'contrast-inverted', what: `${text} becomes ${change}, with a contrast of ${inDark}:1.` };
}

type Pair = readonly [colour: Colour, background: Colour];

/** The contrast if it is too low (WCAG 2.2, level AA). */
function isLow([colour, background]: Pair, { size, isBold }: Look): string | undefined {
  const found = contrast(colour, background);
  const least = size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5;
  return found < least - 0.01 ? found.toFixed(1) : undefined;
}

/** With its own styles, with the defaults of the client, or inverted. */
function darkModeOf({ elements, texts }: HtmlSource): DarkMode {
  if (
    texts.some(
      ({ source, outer }) => outer?.name === 'style' && /prefers-color-scheme\s*:\s*dark/i.test(source),
    )
  )
    return 'own';
  const isDeclared = elements.some(
    ({ name, attributes }) =>
      name === 'meta' &&
      /color-scheme/i.test(attributes.get('name')?.value ?? '') &&
      /dark/i.test(attributes.get('content')?.value ?? ''),
  );
  if (isDeclared) return (look) => coloursOf(look, white, black);
  return (look) => {
    const pair = coloursOf(look);
    return pair && [inverted(pair[0]), inverted(pair[1])];
  };
}
