import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const hasCores = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Starts a program of this folder, pinned to one core if the machine has two. */
export function start(file: string, core: number, args: readonly string[] = []): ChildProcess {
  const module = new URL(file, import.meta.url);
  if (!hasCores) return fork(module, args);
  return fork(module, args, { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath] });
}

/** The next message of a program, after asking it a question if there is one. */
export function response<T>(child: ChildProcess, question?: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (value) => {
      child.off('exit', onExit);
      resolve(value as T);
    });
    if (question) child.send(question);
  });
}
