import { black, type Colour, contrast, inverted, white, wordFor } from './colours.ts';
import type { Findings } from './findings.ts';
import { type HtmlSource, readTexts } from './html-source.ts';
import type { Lines } from './lines.ts';
import { coloursOf, linkBlue, type Look, looksOf } from './looks.ts';

/** Less can hardly be read by anyone. */
const hardlyReadable = 1.5;

/** Checks the contrast of text, as it is sent, and as clients show it in dark mode. */
export function checkContrast(source: HtmlSource, lines: Lines, findings: Findings): void {
  const look = looksOf(source);
  const dark = darkModeOf(source);
  for (const { source: text, offset, outer } of readTexts(source)) {
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const own = look(outer);
    if (own.isHidden) continue;
    const places = [lines.at(offset + text.search(/\S/))];
    const sent = coloursOf(own);
    if (!sent) continue;
    const low = isLow(sent, own);
    if (low)
      findings.add({
        check: 'contrast-low',
        what: `Text in ${wordFor(sent[0])} on ${wordFor(sent[1])} has a contrast of ${low}:1.`,
        places,
        ...(Number(low) < hardlyReadable && { severity: 'warning' as const }),
      });
    const shown = dark === 'own' || own.colour === linkBlue ? undefined : dark(own);
    const inDark = !low && shown && isLow(shown, own);
    if (shown && inDark)
      findings.add({
        check: 'contrast-inverted',
        what: `Text in ${wordFor(sent[0])} on ${wordFor(sent[1])} becomes ${wordFor(shown[0])} on ${wordFor(shown[1])}, with a contrast of ${inDark}:1.`,
        places,
      });
  }
}

type Pair = readonly [colour: Colour, background: Colour];

/** The contrast if it is too low (WCAG 2.2, level AA). */
function isLow([colour, background]: Pair, { size, isBold }: Look): string | undefined {
  const found = contrast(colour, background);
  const least = size >= 24 || (isBold && size >= 18.66) ? 3 : 4.5;
  return found < least - 0.01 ? found.toFixed(1) : undefined;
}

/** How clients show mail in dark mode: with its own styles, with the defaults of the client, or inverted. */
function darkModeOf({ elements, texts }: HtmlSource): 'own' | ((look: Look) => Pair | undefined) {
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
