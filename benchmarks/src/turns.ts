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

/** Prints the median of each case, its ratio to the first, and the spread of that ratio over all rounds. */
export function print(
  title: string,
  unit: string,
  names: readonly string[],
  results: readonly (readonly number[])[],
  digits: number,
): void {
  const [baseline = []] = results;
  printTable(title, [unit], names, (index) => {
    const values = results[index] ?? [];
    const ratios = values.map((value, round) => value / (baseline[round] ?? Number.NaN));
    return { ratios, columns: [median(values).toFixed(digits)] };
  });
}

/** A row of a table: the ratios to the first row in all rounds, and the other columns as text. */
interface Row {
  readonly ratios: readonly number[];
  readonly columns: readonly string[];
}

/** Prints a table with one row for each name. The spread is from the lowest ratio to the highest. */
export function printTable(
  title: string,
  units: readonly string[],
  names: readonly string[],
  rowOf: (index: number) => Row,
): void {
  const width = Math.max(...names.map((name) => name.length));
  const widths = units.map((unit) => Math.max(unit.length, 9));
  const line = (name: string, columns: readonly string[], ratio: string, spread: string) =>
    console.log(
      [
        name.padEnd(width),
        ...columns.map((text, index) => text.padStart(widths[index] ?? 0)),
        ratio.padStart(5),
        spread,
      ]
        .join('  ')
        .trimEnd(),
    );
  console.log(`\n${title}`);
  line('case', units, 'ratio', 'spread');
  for (const [index, name] of names.entries()) {
    const { ratios, columns } = rowOf(index);
    const spread =
      index === 0
        ? ''
        : [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(' to ');
    line(name, columns, median(ratios).toFixed(2), spread);
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
