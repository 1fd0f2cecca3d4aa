import { parseDuration } from '../service/kernel/duration.ts';

interface BaseOption {
  readonly summary: string;
  /** Its one-letter form. */
  readonly short?: string;
  /** Environment variable to read if the option is not given; `false` for none. Default: see {@link variableOf}. */
  readonly variable?: string | false;
}

/** An option that takes a value. */
export interface ValueOption<T> extends BaseOption {
  /** Placeholder for the value in the help. */
  readonly value: string;
  /** Value if the option is not given. */
  readonly fallback: T;
  /** Whether it may be given without its name. */
  readonly positional?: true;
  /** Values of the variable that other programs set, for other purposes; they are ignored. */
  readonly foreign?: RegExp;
  /** The expected value, for the error message. */
  readonly expected: string;
  /** Parses a text; `undefined` if it is invalid. */
  readonly read: (text: string) => T | undefined;
}

/** An option that may be repeated. Its environment variable has the values separated by commas. */
export interface ListOption extends Omit<ValueOption<string>, 'fallback'> {
  readonly repeatable: true;
  /** Whether its values are the words after `--`. */
  readonly afterDashes?: true;
}

export type AnyValueOption = ValueOption<object | string | number | undefined> | ListOption;

/** An option without a value: present means on. Its environment variable has 1 or true, 0 or false. */
export interface Switch extends BaseOption {}

/** The options of a command, by their names without dashes. */
export type OptionTable = Readonly<Record<string, AnyValueOption | Switch>>;

/** A value for every option of a table. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends ListOption
    ? readonly string[]
    : Table[Name] extends ValueOption<infer T>
      ? T
      : boolean;
};

/** An option with one value; it infers the type of the value. */
export function valued<T>(option: ValueOption<T>): ValueOption<T> {
  return option;
}

/** An option that may be repeated. */
export function listed(option: Omit<ListOption, 'repeatable'>): ListOption {
  return { ...option, repeatable: true };
}

/** The environment variable of an option: its own one, or `MAILRIG_SANDBOX_` with its name. */
export function variableOf(name: string, { variable }: AnyValueOption | Switch): string | undefined {
  if (variable === false) return undefined;
  return variable ?? `MAILRIG_SANDBOX_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** An option with one value, which has no default. */
export function optional<T>(
  option: Omit<ValueOption<T | undefined>, 'fallback'>,
): ValueOption<T | undefined> {
  return { ...option, fallback: undefined };
}

/** An option with the path of a file, which has no default. */
export function filePath(
  option: Omit<ValueOption<string | undefined>, 'value' | 'fallback' | 'expected' | 'read'>,
): ValueOption<string | undefined> {
  return optional({ ...option, value: 'FILE', expected: 'the path of a file', read: nonEmpty });
}

/** A text; `undefined` if it is empty. */
export function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** The last option of every command. */
export const help: Switch = { summary: 'print this help', short: 'h', variable: false };

/** Reads a length of time, with its unit. */
export function timeIn(text: string): string | undefined {
  return parseDuration(text) === undefined ? undefined : text;
}
