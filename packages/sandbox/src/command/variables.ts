import { closest, distance } from 'fastest-levenshtein';
import { commands } from './commands.ts';
import { type OptionTable, variableOf } from './option.ts';
import { UsageError } from './parse.ts';

const prefix = 'MAILRIG_SANDBOX_';

/** One letter in four may be wrong. With more it is another word, such as HOME for HOST. */
const lettersPerMistake = 4;

/**
 * Refuses an environment variable whose name is nearly that of an option, because it would do nothing.
 *
 * @throws UsageError naming it and the option's.
 */
export function checkVariables(environment: Readonly<Record<string, string | undefined>>): void {
  const known = Object.values(commands).flatMap(({ options }: { options: OptionTable }) =>
    Object.entries(options).flatMap(([name, option]) => variableOf(name, option) ?? []),
  );
  for (const name of Object.keys(environment)) {
    if (!name.startsWith(prefix) || known.includes(name)) continue;
    const meant = closest(name, known);
    if (distance(name, meant) * lettersPerMistake <= meant.length - prefix.length) {
      throw new UsageError(`Unknown environment variable ${name}; did you mean ${meant}?`);
    }
  }
}
