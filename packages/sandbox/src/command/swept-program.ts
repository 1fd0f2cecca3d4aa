import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { serve } from '../mounts/node.ts';
import { pause, within } from '../service/kernel/timers.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { UsageError } from './parse.ts';
import { codeOf } from './errors.ts';

/** A program that a sweep runs again and again, and what belongs to it. */
export interface ProgramOptions {
  readonly command: readonly string[];
  /** Runs before each run, in a shell. */
  readonly before: string | undefined;
  /** Runs after a crash, in a shell. Default: the command. */
  readonly restart: string | undefined;
}

/** Windows has no groups of processes: a tree of them is the nearest thing. */
const hasGroups = process.platform !== 'win32';

/** Exit code of a shell that does not find a command. */
const notFound = 127;

/** Milliseconds that the processes of a killed group have to disappear. */
const killGrace = 200;

/** Runs a program against a sandbox, one process group at a time. */
export class SweptProgram {
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  /** Why the whole sweep is impossible. */
  problem: UsageError | undefined;
  /** Whether its output goes to stderr. */
  isLoud = false;
  /** Called with what the program prints, unless that goes to stderr. */
  onOutput: ((text: string) => void) | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** @throws UsageError if `--before` fails. */
  async reset(): Promise<void> {
    const { before } = this.#options;
    this.onOutput = undefined;
    if (before === undefined) return;
    const { how, reason } = await this.#end([before], { shell: true });
    if (how === undefined) return;
    throw new UsageError(`--before must reset the state of your app, but ended with ${how}${reason}`);
  }

  /** Runs it to its end. Throws an error saying how it ended, if not with exit code 0. */
  async run(sandbox: Sandbox, isRestart: boolean): Promise<void> {
    const { restart } = this.#options;
    const server = await serve({ sandbox, port: 0, inspector: false });
    const env = { ...process.env, MAILRIG_BASE_URL: server.url, MAILRIG_API_KEY: sandbox.liveApiKey };
    const isShell = isRestart && restart !== undefined;
    try {
      const words = isShell ? [restart] : this.#options.command;
      const { how, reason } = await this.#end(words, { env, shell: isShell });
      if (isShell && how === `exit code ${notFound}`) {
        this.problem = new UsageError(
          `--restart must be a command that exists, but the shell found none${reason}`,
        );
      }
      if (how !== undefined) throw new Error(how + reason);
    } finally {
      // Not awaited: requests that a crash holds back are never answered.
      void server.close();
    }
  }

  /** Ends it at once, and everything that it has started. */
  kill(): void {
    if (this.#child?.pid !== undefined) killGroup(this.#child.pid);
  }

  /** Starts a process and waits for its end; then nothing of its group is left. */
  async #end(
    [first = '', ...words]: readonly string[],
    options: SpawnOptions,
  ): Promise<{ readonly how: string | undefined; readonly reason: string }> {
    const output = this.isLoud ? 2 : 'pipe';
    const child = spawn(first, words, { ...options, detached: hasGroups, stdio: ['ignore', output, output] });
    this.#child = child;
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text = (text + chunk).slice(-mostText);
        this.onOutput?.(chunk);
      });
    }
    const closed = new Promise((resolve) => {
      child.once('close', resolve);
    });
    const how = await new Promise<string | undefined>((resolve) => {
      child.once('error', (error) => {
        this.problem = new UsageError(unusable(first, error));
        resolve('no start');
      });
      child.once('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
    });
    if (child.pid !== undefined) await endGroup(child.pid);
    // Its remaining output still arrives. A process that has left the group may hold the pipe open.
    await within(killGrace, closed);
    this.#child = undefined;
    const reason = reasonIn(text);
    return { how, reason: reason === undefined ? '' : `: ${reason}` };
  }
}

/** How many characters of output are searched for the reason of an end: a trace can be long. */
const mostText = 20_000;

/** What a runtime prints below the error: frames, an object in braces, its own version. */
const belowError = /^(?:at\s|[}\]]|(?:Node\.js|Bun) v\d|$)|^(?:\[?\w+\]?: .*,|\[cause\].*)$/;

/** The reason of a program's end in its output: the error below the marked line of code, or the last line. */
function reasonIn(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim());
  const marked = lines.findLastIndex((line) => /^[~^]+$/.test(line));
  const below = marked < 0 ? undefined : lines.slice(marked + 1).find((line) => line !== '');
  return below ?? lines.findLast((line) => !belowError.test(line));
}

function unusable(command: string, error: Error): string {
  const code = codeOf(error);
  const name = JSON.stringify(command);
  if (code === 'ENOENT') return `There is no command ${name}: check its name, or give its path`;
  if (code === 'EACCES')
    return `The command ${name} must be executable: chmod +x, or name its interpreter first`;
  return `The command ${name} does not start (${String(code)}): check it`;
}

function killGroup(pid: number): void {
  if (!hasGroups) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  else if (isGroup(pid)) process.kill(-pid, 'SIGKILL');
}

/** Kills what is left of a group, and waits until it has ended, so that it holds no lock when the next one starts. */
async function endGroup(pid: number): Promise<void> {
  if (!hasGroups) return;
  killGroup(pid);
  // A dead process stays in the list until its parent collects it, so the wait has an end.
  for (let waited = 0; waited < killGrace && isGroup(pid); waited += 5) await pause(5);
}

function isGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
