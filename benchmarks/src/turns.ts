/** Named measurements that return milliseconds. The first is the baseline. */
export type Measures = Readonly<Record<string, () => Promise<number>>>;

/** Lets the measurements take turns and prints a table. The ratio is the median over all rounds. */
export async function takeTurns(
  title: string,
  measures: Measures,
  rounds: number,
  digits: number,
): Promise<void> {
  const names = Object.keys(measures);
  const results = names.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, measure] of Object.values(measures).entries()) results[index]?.push(await measure());
  }
  print(title, 'ms', names, results, digits);
}

/** Prints the median of each case and its ratio to the first. */
export function print(
  title: string,
  unit: string,
  names: readonly string[],
  results: readonly (readonly number[])[],
  digits: number,
): void {
  const [baseline = []] = results;
  const width = Math.max(...names.map((name) => name.length));
  console.log(`\n${title}\n${'case'.padEnd(width)}  ${unit.padStart(9)}  ratio`);
  for (const [index, name] of names.entries()) {
    const values = results[index] ?? [];
    const ratio = median(values.map((value, round) => value / (baseline[round] ?? Number.NaN)));
    console.log(
      `${name.padEnd(width)}  ${median(values).toFixed(digits).padStart(9)}  ${ratio.toFixed(2).padStart(5)}`,
    );
  }
}

/** The median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a part of all values is below, for example 0.25. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
