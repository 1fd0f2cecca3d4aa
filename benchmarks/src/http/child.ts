import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

const hasCores = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Starts a file of this folder in a process of its own, pinned to a core if the machine has two. */
export function start(file: string, core: number, ...args: readonly string[]): ChildProcess {
  const module = new URL(file, import.meta.url);
  if (!hasCores) return fork(module, args);
  return fork(module, args, { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath] });
}

/** The next message of a process, after sending it a question. */
export async function answer<T>(child: ChildProcess, question?: object): Promise<T> {
  const answered = once(child, 'message');
  if (question) child.send(question);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnargs.at(-1)} ended with ${code}`);
  });
  const [value] = (await Promise.race([answered, ended])) as [T];
  ended.catch(() => {});
  return value;
}
