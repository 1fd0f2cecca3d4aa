import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox, type Sandbox, sweep, type SweepOptions } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { send, stubbornly } from './scenarios.ts';

/** A shop with its orders and receipts in a database, and the last order that is done in a file. */
function setup() {
  const database = new DatabaseSync(':memory:');
  database.exec(
    'CREATE TABLE receipts (id INTEGER PRIMARY KEY, paid INTEGER); CREATE TABLE totals (id INTEGER PRIMARY KEY)',
  );
  const checkpoint = join(mkdtempSync(join(tmpdir(), 'shop-')), 'checkpoint');
  writeFileSync(checkpoint, '0');
  return { database, checkpoint };
}
type Shop = ReturnType<typeof setup>;

const confirmed = (fork: Sandbox, subject: string) =>
  stubbornly(() => send(fork, { subject, idempotencyKey: subject }));

/** Confirms each order, notes a receipt and the checkpoint, then sends the receipts. */
const worker =
  (isReceiptFirst: boolean) =>
  async (fork: Sandbox, { database, checkpoint }: Shop) => {
    const insert = database.prepare('INSERT OR IGNORE INTO receipts (id) VALUES (?)');
    for (let id = Number(await readFile(checkpoint, 'utf8')) + 1; id <= 2; id += 1) {
      await confirmed(fork, `Order ${id}`);
      if (isReceiptFirst) insert.run(id);
      await writeFile(checkpoint, String(id));
      if (!isReceiptFirst) insert.run(id);
    }
    for (const { id } of database.prepare('SELECT id FROM receipts').all()) {
      await confirmed(fork, `Receipt ${String(id)}`);
    }
  };

const sweepWorker = (isReceiptFirst: boolean, options: Pick<SweepOptions, 'crashes' | 'replay'> = {}) =>
  sweep(createSandbox(), { setup, tasks: { worker: worker(isReceiptFirst) } }, options);

describe('a crash between two changes of files and databases', () => {
  test('loses what is noted after the checkpoint: found by default, and by its replay', async () => {
    const { broken } = await sweepWorker(false);
    expect(broken).toMatchObject([
      {
        invariant: 'nothing-lost',
        request: 'INSERT #1',
        fault: 'crash',
        phase: 'before',
        also: ['INSERT #2: crash before'],
      },
    ]);
    const again = await sweepWorker(false, { replay: broken[0]?.replay });
    expect(again.broken).toMatchObject([{ message: broken[0]?.message }]);
    expect(await sweepWorker(false, { crashes: false })).toMatchObject({ broken: [] });
  });

  test('gives no alarm if the checkpoint comes last', async () => {
    const report = await sweepWorker(true);
    expect(report.broken).toEqual([]);
    expect(String(report)).toContain(
      'A crash at every one of 8 boundaries and before 4 of 4 changes of files and databases',
    );
  });
});
