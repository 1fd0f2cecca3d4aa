import { writeFileSync } from 'node:fs';
import { processorTime } from '../compare.ts';

/** What the suites of a runner are made of. */
interface Runner {
  readonly describe: (title: string, define: () => void) => void;
  readonly beforeAll: (hook: () => void) => void;
  readonly afterAll: (hook: () => void) => void;
}

/**
 * Defines `ROUNDS` tests of each kind, which take turns in one process. Then writes their processor times to the file
 * `RESULTS`, as one list for each kind.
 *
 * @param kinds Each adds its test to a suite.
 */
export function alternate(runner: Runner, kinds: readonly (() => void)[]): void {
  const { RESULTS = '', ROUNDS = '' } = process.env;
  const rounds = Number(ROUNDS);
  const results = kinds.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    // What comes first in a round must not always be the same.
    const order = [...kinds.entries()];
    for (const [kind, define] of round % 2 === 0 ? order : order.reverse()) {
      runner.describe(`${round} ${kind}`, () => {
        let start = 0;
        runner.beforeAll(() => {
          start = processorTime();
        });
        runner.afterAll(() => {
          results[kind]?.push(processorTime() - start);
          if (results.every(({ length }) => length === rounds)) {
            writeFileSync(RESULTS, JSON.stringify(results));
          }
        });
        define();
      });
    }
  }
}
