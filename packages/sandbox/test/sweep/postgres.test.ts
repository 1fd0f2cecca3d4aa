import { PGlite, type Transaction } from '@electric-sql/pglite';
import { createSandbox, type Sandbox, sweep } from '@mailrig/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './scenarios.ts';

/**
 * PostgreSQL in this process: it takes a second to start, so all tests share it, and each run empties it.
 */
let database: PGlite;

beforeAll(async () => {
  database = await PGlite.create();
  await database.exec(
    'CREATE TABLE emails (id int PRIMARY KEY, address text, is_sent boolean DEFAULT false)',
  );
});

afterAll(() => database.close());

async function setup(): Promise<PGlite> {
  await database.exec(`
    TRUNCATE emails;
    INSERT INTO emails (id, address) VALUES (1, 'ada@example.org'), (2, 'bob@example.org')`);
  return database;
}

/** Sends the emails that wait, and marks each. */
async function sendAll(fork: Sandbox, sql: PGlite | Transaction, hasKey = false): Promise<void> {
  const { rows } = await sql.query<{ id: number; address: string }>(
    'SELECT id, address FROM emails WHERE NOT is_sent ORDER BY id',
  );
  for (const { id, address } of rows) {
    await send(fork, { to: address, ...(hasKey && { idempotencyKey: `email-${id}` }) });
    await sql.query('UPDATE emails SET is_sent = true WHERE id = $1', [id]);
  }
}

type Task = (fork: Sandbox, sql: PGlite) => Promise<void>;

const plain: Task = (fork, sql) => sendAll(fork, sql);
const keyed: Task = (fork, sql) => sendAll(fork, sql, true);
const locked: Task = (fork, sql) => sql.transaction((transaction) => sendAll(fork, transaction));

function sweepWorkers(task: Task) {
  const scenario = { setup, tasks: { 'worker 1': task, 'worker 2': task } };
  return sweep(createSandbox(), scenario, { faults: false, orders: { changes: 1 } });
}

function sweepCrashes(task: Task) {
  return sweep(createSandbox(), { setup, tasks: { worker: task } }, { faults: false, crashes: true });
}

test('two workers on PGlite that check first send twice', async () => {
  const report = await sweepWorkers(plain);
  expect(report.broken).toMatchObject([{ invariant: 'serializable' }]);
  expect(report.waits).toEqual([]);
});

test.each([
  ['with a key for each row', keyed],
  ['in a transaction', locked],
])('two workers on PGlite %s send once', async (_, task) => {
  expect((await sweepWorkers(task)).broken).toEqual([]);
});

test('a worker on PGlite that crashes sends again, unless it has a key for each row', async () => {
  expect((await sweepCrashes(plain)).broken).toMatchObject([
    { invariant: 'sent-once', replay: 'crash:1', also: ['sendEmail #2: crash after'] },
  ]);
  expect((await sweepCrashes(keyed)).broken).toEqual([]);
});
