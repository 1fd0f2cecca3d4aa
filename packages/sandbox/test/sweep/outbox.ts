import { DatabaseSync } from 'node:sqlite';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';

/** An outbox, in the database that Node brings. */
export class Outbox {
  readonly #database = new DatabaseSync(':memory:');

  constructor() {
    this.#database.exec(`
      CREATE TABLE emails (id INTEGER PRIMARY KEY, address TEXT NOT NULL, is_sent INTEGER NOT NULL DEFAULT 0);
      INSERT INTO emails (address) VALUES ('ada@example.org'), ('bob@example.org');
    `);
  }

  get waiting(): number[] {
    const rows = this.#database.prepare('SELECT id FROM emails WHERE is_sent = 0 ORDER BY id').all();
    return rows.map(({ id }) => Number(id));
  }

  addressOf(id: number): string {
    return String(this.#database.prepare('SELECT address FROM emails WHERE id = ?').get(id)?.['address']);
  }

  markSent(id: number): void {
    this.#database.prepare('UPDATE emails SET is_sent = 1 WHERE id = ?').run(id);
  }
}

/** Makes a request; throws if it is refused. */
export type Post = (
  fork: Sandbox,
  url: string,
  headers: Record<string, string>,
  json: object,
) => Promise<unknown>;

/** Sends an email of the outbox, unless it was sent. */
export type SendOne = (id: number) => Promise<void>;

/** How a worker sends all that wait. */
export type Work = (sendOne: SendOne, outbox: Outbox) => Promise<unknown>;

export const viaFetch =
  (
    fetched: (fork: Sandbox) => (url: string, init: object) => Promise<Pick<Response, 'status' | 'text'>>,
  ): Post =>
  async (fork, url, headers, json) => {
    const answer = await fetched(fork)(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(json),
      signal: AbortSignal.timeout(30_000),
    });
    const { success } = JSON.parse(await answer.text());
    if (!success) throw new Error(`refused with ${answer.status}`);
  };

export const byFork = viaFetch((fork) => fork.fetch);

export function worker(work: Work, post: Post, hasKey: boolean) {
  return async (fork: Sandbox, outbox: Outbox): Promise<void> => {
    await work(async (id) => {
      if (!outbox.waiting.includes(id)) return;
      const email = { from: 'ada@example.com', to: outbox.addressOf(id), subject: 'Hello', text: 'Hello' };
      const headers = { authorization: `Bearer ${fork.liveApiKey}` };
      const key = hasKey ? { idempotencyKey: `email-${id}` } : {};
      await post(fork, `${fork.baseUrl}/api/v1/emails`, headers, { ...email, ...key });
      outbox.markSent(id);
    }, outbox);
  };
}

/** Two workers on one outbox. */
export function sweepWorkers(task: ReturnType<typeof worker>, sandbox = createSandbox()) {
  return sweep(
    sandbox,
    { setup: () => new Outbox(), tasks: { 'worker 1': task, 'worker 2': task } },
    { faults: false, orders: { changes: 1 } },
  );
}

export async function oneByOne(sendOne: SendOne, outbox: Outbox): Promise<void> {
  for (const id of outbox.waiting) await sendOne(id);
}
