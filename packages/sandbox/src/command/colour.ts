import { styleText } from 'node:util';

/** The looks of printed text, by what the text is. */
const looks = { aside: 'dim', main: 'bold', warning: 'yellow', failure: 'red' } as const;

/**
 * Text for stdout, in colours if stdout is a terminal. `NO_COLOR` turns them off and `FORCE_COLOR` on.
 */
export function coloured(look: keyof typeof looks, text: string): string {
  return styleText(looks[look], text, { stream: process.stdout });
}
