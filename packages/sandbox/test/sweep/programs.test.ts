import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createSandbox, type Sandbox, sweep, type SweepOptions } from '@mailrig/sandbox';
import { describe, expect, test } from 'vitest';
import { nightly } from '../../../../tooling/nightly.ts';
import type { Program } from './programs.ts';

/** How often each race is shown again. */
const replays = nightly ? 2 : 1;

/** The programs of a folder by their kind: `check then send`. */
function programsIn(folder: string): [kind: string, load: () => Promise<Program>][] {
  const files = globSync(join(import.meta.dirname, folder, '*.ts')).toSorted();
  return files.map((file) => [
    basename(file, '.ts').replaceAll('-', ' '),
    async () => ((await import(file)) as { readonly program: Program }).program,
  ]);
}

/** A sandbox as the program needs it. */
async function sandboxFor({ prepare }: Program): Promise<Sandbox> {
  const sandbox = createSandbox({ endpoints: 'published' });
  await prepare?.(sandbox);
  return sandbox;
}

async function reportOf(program: Program, options: Omit<SweepOptions, 'check'>) {
  return sweep(await sandboxFor(program), program.scenario, { faults: false, ...options });
}

describe('a race is found, with a replay that shows it again', () => {
  test.for(programsIn('races'))('%s', async ([, load]) => {
    const program = await load();
    let report = await reportOf(program, { orders: { changes: 0 } });
    for (let changes = 1; report.broken.length === 0 && changes <= 2; changes += 1) {
      report = await reportOf(program, { orders: { changes } });
    }
    const [found] = report.broken;
    expect(found).toMatchObject({
      invariant: 'serializable',
      message: expect.stringContaining(program.shows ?? ''),
    });
    expect(report.runs).toBeLessThanOrEqual(60);
    for (let times = 0; times < replays; times += 1) {
      const again = await reportOf(program, { replay: found?.replay });
      expect(again.broken).toMatchObject([{ invariant: 'serializable', message: found?.message }]);
    }
  });
});

describe('a crash bug is found, with a replay that shows it again', () => {
  test.for(programsIn('crashes'))('%s', async ([, load]) => {
    const program = await load();
    const { broken } = await reportOf(program, { crashes: true });
    expect(new Set(broken.map(({ invariant }) => invariant))).toContain(program.shows);
    for (const { replay, invariant, message } of broken) {
      const again = await reportOf(program, { replay });
      expect(again.broken).toContainEqual(expect.objectContaining({ invariant, message }));
    }
  });
});

describe('a correct program gives no alarm', () => {
  test.for(programsIn('correct'))('%s', async ([kind, load]) => {
    const isOutbox = kind.startsWith('outbox');
    const report = await reportOf(await load(), { crashes: isOutbox });
    expect(String(report)).toContain('Everything held.');
    expect(report.runs).toBeGreaterThan(1);
  });
});
