import { nearestName } from '@mailrig/contract/checking';
import { version } from '../service/version.ts';
import { type CommandName, commands, isCommandName } from './commands.ts';
import { failureText } from './errors.ts';
import { helpText } from './help.ts';
import type { OptionValues } from './option.ts';
import { parseOptions, UsageError } from './parse.ts';
import { ignoreClosedPipes, print } from './output.ts';
import type { CommandHooks } from './serve.ts';
import { checkVariables } from './variables.ts';

/** The code behind each command, loaded when it runs. It returns a text to print, or its exit code if that is not 0. */
type Runs = {
  readonly [Name in CommandName]: (
    settings: OptionValues<(typeof commands)[Name]['options']>,
    hooks: CommandHooks,
  ) => Promise<string | number | void>;
};

const runs: Runs = {
  serve: async (settings, hooks) =>
    settings.version ? version : (await import('./serve.ts')).serveUntilStopped(settings, hooks),
  open: async (settings, hooks) => (await import('./open.ts')).openFile(settings, hooks),
  latest: async (settings) => (await import('./latest.ts')).latestMessage(settings),
  health: async (settings) => (await import('./health.ts')).checkHealth(settings),
  backup: async (settings) => (await import('./backup.ts')).backUp(settings),
  openapi: async (settings) => (await import('./openapi.ts')).openApiText(settings),
  calibrate: async (settings) => (await import('./calibrate.ts')).runCalibrate(settings),
  compare: async (settings) => (await import('./compare.ts')).runCompare(settings),
  sweep: async (settings) => (await import('./sweep.ts')).runSweep(settings),
};

/**
 * Runs the command `mailrig-sandbox`: serves a sandbox until SIGINT, SIGTERM or SIGHUP, or runs the command
 * that the first word names.
 *
 * @param args The command line without the program's name.
 * @returns the exit code: 0, 1 with one line on stderr, or as in the command's help. With `--json`, that line is
 * JSON with a `code`.
 */
export async function runCommandLine(args: readonly string[], hooks: CommandHooks = {}): Promise<number> {
  ignoreClosedPipes();
  try {
    const words = wordsOf(args[0] === '--' ? args.slice(1) : args);
    const [first = '', ...others] = words;
    return await (isCommandName(first) ? run(first, others, hooks) : run('serve', words, hooks));
  } catch (error) {
    console.error(failureText(error, args, process.env));
    return 1;
  }
}

/** The command line with `help` and `version` as options. Throws a `UsageError` for a misspelt command. */
function wordsOf(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words;
  if (first === 'help') return [...others, '--help'];
  if (first === 'version') return [...others, '--version'];
  if (isCommandName(first) || first.startsWith('-')) return words;
  const meant = nearestName(first, [...Object.keys(commands), 'help', 'version']);
  if (meant === undefined) return words;
  throw new UsageError(`Unknown command ${JSON.stringify(first)}; did you mean ${meant}?`);
}

async function run<Name extends CommandName>(
  name: Name,
  args: readonly string[],
  hooks: CommandHooks,
): Promise<number> {
  const options: (typeof commands)[Name]['options'] = commands[name].options;
  const unknown = checkVariables(process.env);
  const settings = parseOptions(options, args, process.env);
  if (name === 'serve' && !settings.help && !('version' in settings && settings.version)) {
    for (const variable of unknown) {
      console.error(
        `mailrig-sandbox: Warning: the environment variable ${variable} does nothing, because no option has it; --help lists the options.`,
      );
    }
  }
  const result = settings.help ? helpText(name) : await runs[name](settings, hooks);
  if (typeof result === 'string') await print(result);
  return typeof result === 'number' ? result : 0;
}
