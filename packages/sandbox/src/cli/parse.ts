import { parseArgs } from 'node:util';
import type { AnyValueOption, ListOption, OptionTable, Settings, Switch, ValueOption } from './option.ts';

/** A mistake in the command line; the message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses the options of a command. A missing option takes the value of its environment variable, then its
 * default. A leading `--` is skipped: package managers pass it on.
 *
 * @throws UsageError naming the option and the expected value.
 */
export function parseOptions<Table extends OptionTable>(
  options: Table,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings<Table> {
  const given = givenOptions(options, args[0] === '--' ? args.slice(1) : args);
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const texts = given.get(name);
      if (!('read' in option)) return [name, texts !== undefined];
      if ('repeatable' in option) return [name, listOf(name, option, texts, environment)];
      return [name, valueOf(name, option, texts?.at(-1), environment)];
    }),
  ) as Settings<Table>;
}

/** The options on the command line, each with its values in order. Switches have an empty text. */
function givenOptions(options: OptionTable, args: readonly string[]): Map<string, readonly string[]> {
  const rows = new Map(Object.entries(options));
  const given = new Map<string, readonly string[]>();
  // Strict parsing would explain mistakes on several lines.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries([...rows].map(([name, option]) => [name, parserOption(option)])),
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option-terminator') throw unexpected('--');
    if (token.kind === 'positional') throw unexpected(token.value);
    const { name, rawName, value, inlineValue } = token;
    const option = rows.get(name);
    if (!option) throw new UsageError(`Unknown option ${rawName}; --help lists them all`);
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
  if ('read' in option) return { type: 'string' as const };
  return { type: 'boolean' as const, ...(option.short !== undefined && { short: option.short }) };
}

function valueOf<T>(
  name: string,
  { variable, expected, fallback, read }: ValueOption<T>,
  given: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): T {
  const fromEnvironment = variable === undefined ? undefined : environment[variable] || undefined;
  const text = given ?? fromEnvironment;
  if (text === undefined) return fallback;
  const value = read(text);
  if (value !== undefined) return value;
  throw wrongValue(given === undefined ? `Environment variable ${variable}` : `--${name}`, expected);
}

function listOf(
  name: string,
  { variable, expected, read }: ListOption,
  given: readonly string[] | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const fromEnvironment = (variable === undefined ? undefined : environment[variable]) ?? '';
  const texts = given ?? fromEnvironment.split(',').flatMap((text) => text.trim() || []);
  return texts.map((text) => {
    const value = read(text);
    if (value !== undefined) return value;
    throw wrongValue(given === undefined ? `Environment variable ${variable}` : `--${name}`, expected);
  });
}

function wrongValue(source: string, expected: string): UsageError {
  return new UsageError(`${source} must be ${expected}`);
}

function unexpected(argument: string): UsageError {
  return new UsageError(`Unexpected argument ${JSON.stringify(argument)}; --help lists the options`);
}
