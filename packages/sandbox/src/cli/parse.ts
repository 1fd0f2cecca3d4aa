import { parseArgs } from 'node:util';
import {
  type AnyValueOption,
  type CommandSettings,
  optionRows,
  type Switch,
  type ValueOption,
} from './options.ts';

/** A mistake in the command line; the message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses a command line. A missing option takes the value of its environment variable, then its
 * default. A leading `--` is skipped: package managers pass it on.
 *
 * @throws UsageError naming the option and the expected value.
 */
export function parseCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandSettings {
  const given = givenOptions(args[0] === '--' ? args.slice(1) : args);
  return Object.fromEntries(
    optionRows.map(([name, option]) => {
      const text = given.get(name);
      return [name, 'read' in option ? valueOf(name, option, text, environment) : text !== undefined];
    }),
  ) as CommandSettings;
}

/** The options on the command line; the last one wins if one is repeated. Switches have an empty text. */
function givenOptions(args: readonly string[]): Map<string, string> {
  const rows = new Map(optionRows);
  const given = new Map<string, string>();
  // Strict parsing would explain mistakes on several lines.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(optionRows.map(([name, option]) => [name, parserOption(option)])),
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
    given.set(name, value ?? '');
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
  const source = given === undefined ? `Environment variable ${variable}` : `--${name}`;
  throw new UsageError(`${source} must be ${expected}`);
}

function unexpected(argument: string): UsageError {
  return new UsageError(`Unexpected argument ${JSON.stringify(argument)}; --help lists the options`);
}
