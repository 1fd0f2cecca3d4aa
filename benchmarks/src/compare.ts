import { type ChildProcess, fork } from 'node:child_process';
import { print } from './turns.ts';

/** Gets a case ready and gives the call that is measured; the calls follow one another. */
export type Case = () => Call | Promise<Call>;

/** One call, to its end. */
export type Call = () => Promise<unknown>;

const warmUp = 1_500;
const rounds = 15;
const roundLength = 250;

/**
 * Measures cases against the first of them and prints a table.
 *
 * Each case has a process of its own, because programs in one process distort each other. The
 * processes take turns, so that whatever else the machine does meets all of them alike, and the ratio
 * is the median of the ratios of each round.
 *
 * @param file The benchmark, `import.meta.filename`: the processes run it again, one case each.
 * @param clock Milliseconds since whenever: those of the wall, or of the processor for cases that wait for others.
 */
export async function compare(
  file: string,
  title: string,
  cases: Readonly<Record<string, Case>>,
  clock: () => number = () => performance.now(),
): Promise<void> {
  const [, , ownTitle, ownCase] = process.argv;
  if (ownTitle === undefined) return judge(file, title, Object.keys(cases));
  const setUp = ownTitle === title && ownCase !== undefined ? cases[ownCase] : undefined;
  if (setUp) perform(await setUp(), clock);
}

/** Milliseconds of the processor that this process has used. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** In the process of a case: runs for as long as it is told and says what a call took. */
function perform(call: Call, clock: () => number): void {
  process.on('message', async (length: number) => {
    process.send?.(await microsecondsPerCall(call, length, clock));
  });
  process.send?.('ready');
}

async function microsecondsPerCall(call: Call, length: number, clock: () => number): Promise<number> {
  const start = clock();
  let calls = 0;
  let elapsed = 0;
  while (elapsed < length) {
    await call();
    calls += 1;
    elapsed = clock() - start;
  }
  return (elapsed * 1_000) / calls;
}

/** In the first process: lets the cases take turns. */
async function judge(file: string, title: string, names: readonly string[]): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    const results = names.map((): number[] => []);
    for (const name of names) {
      const child = fork(file, [title, name]);
      children.push(child);
      await answerOf(child);
      await run(child, warmUp);
    }
    for (let round = 0; round < rounds; round++) {
      for (const [index, child] of children.entries()) results[index]?.push(await run(child, roundLength));
    }
    print(title, 'µs a call', names, results, 1);
  } finally {
    for (const child of children) child.kill();
  }
}

async function run(child: ChildProcess, length: number): Promise<number> {
  child.send(length);
  return Number(await answerOf(child));
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (answer) => {
      child.off('exit', onExit);
      resolve(answer);
    });
  });
}
