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

/** The code behind each command, loaded when it runs. It returns the exit code. */
type Runs = {
  readonly [Name in CommandName]: (
    settings: OptionValues<(typeof commands)[Name]['options']>,
    hooks: CommandHooks,
  ) => Promise<number>;
};

const runs: Runs = {
  serve: async (settings, hooks) => {
    if (settings.version) {
      await print(version);
      return 0;
    }
    const { serveUntilStopped } = await import('./serve.ts');
    await serveUntilStopped(settings, hooks);
    return 0;
  },
  open: async (settings, hooks) => {
    const { openFile } = await import('./open.ts');
    await openFile(settings, hooks);
    return 0;
  },
  latest: async (settings) => {
    const { latestMessage } = await import('./latest.ts');
    await print(await latestMessage(settings));
    return 0;
  },
  list: async (settings) => {
    const { listMessages } = await import('./list.ts');
    await print(await listMessages(settings));
    return 0;
  },
  clock: async (settings) => {
    const { moveClock } = await import('./clock.ts');
    await print(await moveClock(settings));
    return 0;
  },
  reset: async (settings) => {
    const { resetSandbox } = await import('./reset.ts');
    await print(await resetSandbox(settings));
    return 0;
  },
  health: async (settings) => {
    const { checkHealth } = await import('./health.ts');
    await checkHealth(settings);
    return 0;
  },
  backup: async (settings) => {
    const { backUp } = await import('./backup.ts');
    await print(await backUp(settings));
    return 0;
  },
  openapi: async (settings) => {
    const { openApiText } = await import('./openapi.ts');
    await print(await openApiText(settings));
    return 0;
  },
  calibrate: async (settings) => {
    const { runCalibrate } = await import('./calibrate.ts');
    await runCalibrate(settings);
    return 0;
  },
  verify: async (settings) => {
    const { runVerify } = await import('./verify.ts');
    return runVerify(settings);
  },
  sweep: async (settings) => {
    const { runSweep } = await import('./sweep.ts');
    return runSweep(settings);
  },
};

/**
 * Runs the command `mailrig-sandbox`: serves a sandbox until SIGINT, SIGTERM or SIGHUP, or runs the command
 * that the first word names.
 *
 * @param args The command line without the program's name.
 * @returns the exit code: 0, 1 with one line on stderr, or what the command's help says. With `--json`, that line is
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

/**
 * The command line with `help` and `version` as options.
 *
 * @throws UsageError for a misspelt command.
 */
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
  if (!settings.help) return runs[name](settings, hooks);
  await print(helpText(name));
  return 0;
}
