import { nearestName } from '@mailrig/contract/checking';
import { commands } from './commands.ts';
import { type OptionTable, variableOf } from './option.ts';
import { UsageError } from './parse.ts';

const prefix = 'MAILRIG_SANDBOX_';

/** Variables that Kubernetes sets for a service that is named mailrig-sandbox. */
const foreign = /^(SERVICE_(HOST|PORT)|PORT_\d)/;

/**
 * Refuses an environment variable whose name is nearly that of an option or whose prefix is misspelt, because it would do nothing.
 *
 * @returns The other variables of this prefix that no option has: they do nothing, but may be meant for other programs.
 *
 * @throws UsageError naming it and the option's.
 */
export function checkVariables(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = Object.values(commands).flatMap(({ options }: { options: OptionTable }) =>
    Object.entries(options).flatMap(([name, option]) => {
      const variable = variableOf(name, option);
      return variable?.startsWith(prefix) ? variable.slice(prefix.length) : [];
    }),
  );
  const unknown: string[] = [];
  for (const name of Object.keys(environment)) {
    const [, start = '', suffix = ''] = /^([A-Z]+_[A-Z]+_)(.*)$/.exec(name) ?? [];
    if (nearestName(start, [prefix]) === undefined) continue;
    const meant = nearestName(suffix, start === prefix ? known : known.filter((one) => one === suffix));
    if (meant !== undefined && name !== `${prefix}${meant}`) {
      throw new UsageError(`Unknown environment variable ${name}; did you mean ${prefix}${meant}?`);
    }
    if (start !== prefix || known.includes(suffix) || foreign.test(suffix)) continue;
    unknown.push(name);
  }
  return unknown;
}
