import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

/** A set of worker processes that stop together. */
export class Fleet {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #workers = new Map<ChildProcess, Promise<unknown>>();

  /** @param environment Added to the environment of this process. */
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

  /** Kills a worker in the middle of its work. */
  async kill(worker: ChildProcess): Promise<void> {
    worker.kill('SIGKILL');
    await this.#workers.get(worker);
  }

  /** Lets the workers finish their current jobs, then stops them. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers.keys()) worker.kill('SIGTERM');
    await Promise.all(this.#workers.values());
  }
}
