import axe from 'axe-core';
import type { Inspector } from './open-inspector.ts';

/**
 * What axe finds in a part of the page in light and, unless left out, dark colours: one line for each rule and its
 * first element.
 */
export async function findings({ page }: Inspector, { part = 'html', dark = true } = {}): Promise<string[]> {
  // A text that is fading in has little contrast for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const run = (options: axe.RunOptions) =>
    page.evaluate(
      async ([place, chosen]) => {
        const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(place, {
          resultTypes: ['violations'],
          // The frame of an email has no axe, which would be waited for.
          iframes: false,
          ...chosen,
        });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0]?.html}`);
      },
      [part, options] as const,
    );
  const found = await run({});
  if (!dark) return found;
  // Of what axe checks, only the contrast depends on the colours.
  await page.emulateMedia({ colorScheme: 'dark' });
  const foundInDark = await run({ runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found, ...foundInDark.map((finding) => `dark: ${finding}`)];
}
