import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Worker processes, all of which end with the fleet. */
export class Fleet {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #workers = new Map<ChildProcess, Promise<unknown>>();

  /** @param environment What the workers need beside the environment of this process. */
  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = { ...process.env, ...environment };
  }

  start(): ChildProcess {
    const worker = spawn(process.execPath, [program], {
      env: this.#environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    this.#workers.set(worker, once(worker, 'exit'));
    return worker;
  }

  /** Gives a worker no chance to finish what it does. */
  async kill(worker: ChildProcess): Promise<void> {
    worker.kill('SIGKILL');
    await this.#workers.get(worker);
  }

  /** Lets the workers finish what they do, and ends them. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers.keys()) worker.kill('SIGTERM');
    await Promise.all(this.#workers.values());
  }
}
