import { type ChildProcess, fork } from 'node:child_process';
import { print } from './turns.ts';

/** Prepares a case and returns the call to measure. Calls run one after another. */
export type Case = () => Call | Promise<Call>;

/** One complete call. */
export type Call = () => Promise<unknown>;

/** With `--small`, one call of each case shows that the benchmark still works. */
export const isSmall = process.argv.includes('--small');
const warmUp = 5_000;
const starts = 3;
const rounds = 5;
const roundLength = 250;

/**
 * Measures cases, compares them with the first and prints a table.
 *
 * Each case runs in its own process, because programs in one process distort each other. The processes
 * take turns, so that other work on the machine affects all of them alike. They start three times, because one process
 * may compile the same code into faster code than another. The ratio is the median of the ratios of all rounds.
 *
 * @param file The benchmark, `import.meta.filename`. Each process runs it again for one case.
 * @param clock Returns milliseconds: wall time, or processor time for cases that wait for something.
 */
export async function compare(
  file: string,
  title: string,
  cases: Readonly<Record<string, Case>>,
  clock: () => number = () => performance.now(),
): Promise<void> {
  if (isSmall) {
    for (const setUp of Object.values(cases)) await (await setUp())();
    return;
  }
  const [, , ownTitle, ownCase] = process.argv;
  if (ownCase === undefined) return judge(file, title, Object.keys(cases));
  const setUp = ownTitle === title ? cases[ownCase] : undefined;
  if (setUp) perform(await setUp(), clock);
}

/** The processor time of this process in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Runs in the process of a case: repeats the call for a given time and reports the time per call. */
function perform(call: Call, clock: () => number): void {
  process.on('message', async (length: number) => {
    process.send?.(await microsecondsPerCall(call, length, clock));
  });
  process.send?.('ready');
}

/** Repeats a call for some milliseconds, and returns the microseconds of one by a clock. */
export async function microsecondsPerCall(call: Call, length: number, clock: () => number): Promise<number> {
  const start = clock();
  // Reading the processor time takes as long as a fifth of a send.
  const end = performance.now() + length;
  let calls = 0;
  while (performance.now() < end) {
    await call();
    calls += 1;
  }
  return ((clock() - start) * 1_000) / calls;
}

/** Runs in the main process: lets the cases take turns. */
async function judge(file: string, title: string, names: readonly string[]): Promise<void> {
  const results = names.map((): number[] => []);
  for (let start = 0; start < starts; start++) await measure(file, title, names, results);
  print(title, 'µs a call', names, results, 1);
}

/** Starts a process for each case, and adds the times of some rounds to the results. */
async function measure(
  file: string,
  title: string,
  names: readonly string[],
  results: readonly number[][],
): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    for (const name of names) {
      const child = fork(file, [title, name]);
      children.push(child);
      await responseOf(child);
      await run(child, warmUp);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [index, child] of children.entries()) results[index]?.push(await run(child, roundLength));
    }
  } finally {
    for (const child of children) child.kill();
  }
}

async function run(child: ChildProcess, length: number): Promise<number> {
  child.send(length);
  return Number(await responseOf(child));
}

function responseOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (response) => {
      child.off('exit', onExit);
      resolve(response);
    });
  });
}
