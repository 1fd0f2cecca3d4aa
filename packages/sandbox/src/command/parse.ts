import { parseArgs } from 'node:util';
import { nearestName } from '@mailrig/contract/checking';
import { CommandError } from './errors.ts';
import {
  type AnyValueOption,
  type ListOption,
  type OptionTable,
  type OptionValues,
  type Switch,
  type ValueOption,
  variableOf,
} from './option.ts';

/** A mistake in the command line; the message is one line for the user. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super('USAGE', message);
  }
}

/**
 * Parses the options of a command. A missing option takes the value of its environment variable, then its
 * default. A leading `--` is skipped, because package managers pass it on, unless an option takes what follows.
 *
 * @throws UsageError naming the option and the expected value.
 */
export function parseOptions<Table extends OptionTable>(
  options: Table,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): OptionValues<Table> {
  const given = givenOptions(options, args);
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const texts = given.get(name);
      const variable = variableOf(name, option);
      const found: Found = {
        texts,
        fromEnvironment: variable === undefined ? undefined : environment[variable] || undefined,
        source: texts === undefined ? `Environment variable ${variable}` : `--${name}`,
      };
      if (!('read' in option)) return [name, isOn(found)];
      return [name, 'repeatable' in option ? listOf(option, found) : valueOf(option, found)];
    }),
  ) as OptionValues<Table>;
}

/** Where the value of an option comes from. */
interface Found {
  /** Its values on the command line. */
  readonly texts: readonly string[] | undefined;
  /** The value of its variable, which counts if there is none on the command line. */
  readonly fromEnvironment: string | undefined;
  /** The name for messages. */
  readonly source: string;
}

/** The options on the command line, each with its values in order. Switches have an empty text. */
function givenOptions(options: OptionTable, args: readonly string[]): Map<string, readonly string[]> {
  const rows = new Map(Object.entries(options));
  const [positional] = [...rows].find(([, option]) => 'positional' in option) ?? [];
  const [trailing] = [...rows].find(([, option]) => 'afterDashes' in option) ?? [];
  const given = new Map<string, readonly string[]>();
  const end = args.indexOf('--');
  if (trailing !== undefined && end >= 0) given.set(trailing, args.slice(end + 1));
  // Strict parsing would explain mistakes on several lines.
  const { tokens } = parseArgs({
    args: given.size > 0 ? args.slice(0, end) : args.slice(end === 0 ? 1 : 0),
    options: Object.fromEntries([...rows].map(([name, option]) => [name, parserOption(option)])),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option-terminator') throw unexpected('--');
    if (token.kind === 'positional') {
      if (trailing !== undefined) {
        throw new UsageError(
          `Unexpected argument ${JSON.stringify(token.value)}: put the command to run behind --`,
        );
      }
      if (positional === undefined || given.has(positional)) throw unexpected(token.value);
      given.set(positional, [token.value]);
      continue;
    }
    const { name, rawName, value, inlineValue } = token;
    const option = rows.get(name);
    if (!option || 'afterDashes' in option) {
      const meant = rawName.startsWith('--') ? nearestName(name, [...rows.keys()]) : undefined;
      const hint = meant === undefined ? '--help lists them all' : `did you mean --${meant}?`;
      throw new UsageError(`Unknown option ${rawName}; ${hint}`);
    }
    if (!('read' in option)) {
      if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    } else if (value === undefined || (!inlineValue && value.startsWith('--'))) {
      throw new UsageError(`--${name} needs a value: ${option.expected}`);
    }
    given.set(name, [...(given.get(name) ?? []), value ?? '']);
  }
  return given;
}

function parserOption(option: AnyValueOption | Switch) {
  const { short } = option;
  const type = 'read' in option ? ('string' as const) : ('boolean' as const);
  return { type, ...(short !== undefined && { short }) };
}

function isOn({ texts, fromEnvironment, source }: Found): boolean {
  if (texts !== undefined || fromEnvironment === undefined) return texts !== undefined;
  if (/^(1|true)$/i.test(fromEnvironment)) return true;
  if (/^(0|false)$/i.test(fromEnvironment)) return false;
  throw wrongValue(source, '1, true, 0 or false');
}

function valueOf<T>({ expected, fallback, foreign, read }: ValueOption<T>, found: Found): T {
  const { texts, source } = found;
  const fromEnvironment = foreign?.test(found.fromEnvironment ?? '') ? undefined : found.fromEnvironment;
  const text = texts?.at(-1) ?? fromEnvironment;
  if (text === undefined) return fallback;
  const value = read(text);
  if (value !== undefined) return value;
  throw wrongValue(source, expected);
}

function listOf({ expected, read }: ListOption, { texts, fromEnvironment, source }: Found): string[] {
  const all = texts ?? (fromEnvironment ?? '').split(',').flatMap((text) => text.trim() || []);
  return all.map((text) => {
    const value = read(text);
    if (value !== undefined) return value;
    throw wrongValue(source, expected);
  });
}

function wrongValue(source: string, expected: string): UsageError {
  return new UsageError(`${source} must be ${expected}`);
}

function unexpected(argument: string): UsageError {
  return new UsageError(`Unexpected argument ${JSON.stringify(argument)}; --help lists the options`);
}
