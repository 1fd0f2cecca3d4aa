import { type ChildProcess, fork } from 'node:child_process';
import { calls } from './scale/calls.ts';
import { fill } from './scale/fill.ts';
import { median } from './turns.ts';

/**
 * Measures the same calls with a thousand up to a million records of each kind, and prints the time of
 * each with its ratio to the first size. For other sizes, at least 500: `node src/scale.ts 500 50000`.
 *
 * Each size runs in its own process. The processes fill up in parallel and then take turns, with so few
 * calls each that sends and suppressions do not change the size.
 */
const rounds = 15;
const callsPerRound = 30;

/** Bytes per record, including its indexes. */
interface Figures {
  readonly bytesPerContact: number;
  readonly bytesPerEmail: number;
}

const role = 'filled with';
const [, , first = '', second = ''] = process.argv;
if (first === role) await serveSize(Number(second));
else await compareSizes(sizesFrom(process.argv.slice(2)));

function sizesFrom(given: readonly string[]): number[] {
  const sizes = given.length > 0 ? given.map(Number) : [1_000, 10_000, 100_000, 1_000_000];
  if (!sizes.every((size) => Number.isInteger(size) && size >= 500)) {
    throw new Error('A size is a whole number of at least 500.');
  }
  return sizes;
}

/** Runs in the process of a size: fills a sandbox, then makes calls on request. */
async function serveSize(size: number): Promise<void> {
  const practice = fill(500);
  for (const prepare of Object.values(calls)) {
    await microsecondsPerCall(prepare(practice, 500), size < 1_000 ? callsPerRound : 500);
  }
  const filled = fill(size);
  const ready = Object.entries(calls).map(([name, prepare]) => [name, prepare(filled, size)] as const);
  const callOf = new Map(ready);
  process.on('message', async (name: string) => {
    const call = callOf.get(name);
    if (call) process.send?.(await microsecondsPerCall(call, callsPerRound));
  });
  const { bytesPerContact, bytesPerEmail } = filled;
  process.send?.({ bytesPerContact, bytesPerEmail } satisfies Figures);
}

async function microsecondsPerCall(call: () => unknown, times: number): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < times; count++) await call();
  return ((performance.now() - start) * 1_000) / times;
}

/** Runs in the main process: lets the sizes take turns. */
async function compareSizes(sizes: readonly number[]): Promise<void> {
  const execArgv = ['--expose-gc', '--max-old-space-size=8192'];
  const children = sizes.map((size) => fork(import.meta.filename, [role, String(size)], { execArgv }));
  try {
    const figures = await Promise.all(children.map((child) => responseOf<Figures>(child)));
    const row = (name: string, values: readonly string[]) =>
      console.log(name.padEnd(38) + values.map((value) => value.padStart(18)).join(''));
    row(
      'records of each kind',
      sizes.map((size) => size.toLocaleString('en')),
    );
    row(
      'bytes a contact, with its indexes',
      figures.map(({ bytesPerContact }) => bytesPerContact.toFixed(0)),
    );
    row(
      'bytes an email, with its indexes',
      figures.map(({ bytesPerEmail }) => bytesPerEmail.toFixed(0)),
    );
    row(
      'µs a call (ratio)',
      sizes.map(() => ''),
    );
    for (const name of Object.keys(calls)) {
      const times = sizes.map((): number[] => []);
      for (let round = 0; round < rounds; round++) {
        for (const [index, child] of children.entries()) {
          child.send(name);
          times[index]?.push(await responseOf<number>(child));
        }
      }
      const baseline = times[0] ?? [];
      row(
        name,
        times.map((own) => {
          const ratio = median(own.map((time, round) => time / (baseline[round] ?? NaN)));
          return `${median(own).toFixed(1)} (${ratio.toFixed(2)})`;
        }),
      );
    }
  } finally {
    for (const child of children) child.kill();
  }
}

function responseOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (response) => {
      child.off('exit', onExit);
      resolve(response as T);
    });
  });
}
