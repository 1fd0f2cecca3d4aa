import { type Case, injectedName } from '../sweep/case.ts';
import type { Judged } from '../sweep/strategy.ts';
import { messageOf } from '../control/control-error.ts';
import { coloured } from './output.ts';

const width = 24;

/** Prints a line for each case and, on a terminal, a bar below. */
export class SweepProgress {
  readonly #json: boolean;
  #done = 0;

  constructor({ json }: { readonly json: boolean }) {
    this.#json = json;
  }

  /** Reports that the runs without a fault have begun. */
  begin(): void {
    if (process.stderr.isTTY) process.stderr.write('Running the command without a fault …');
  }

  add(judged: Judged, following: number): void {
    this.end();
    this.#done += 1;
    if (!this.#json && judged.case.token !== undefined) console.log(caseLine(judged));
    if (following > 0) this.#draw(this.#done / (this.#done + following), following);
    else this.#done = 0;
  }

  /** Removes the bar. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  }

  #draw(share: number, following: number): void {
    if (!process.stderr.isTTY) return;
    const full = Math.round(share * width);
    process.stderr.write(`${'█'.repeat(full)}${'░'.repeat(width - full)} ${following} to go`);
  }
}

/** For example `✗ sendEmail #1, crash after: sent-once`. */
function caseLine({ case: one, failures, verdicts }: Judged): string {
  const name = caseName(one);
  if (verdicts.length > 0) {
    const broken = verdicts.map(({ invariant }) => invariant).join(', ');
    return coloured('failure', `✗ ${name}: ${broken}`);
  }
  const [failure] = failures.values();
  const note = failure === undefined ? '' : coloured('secondary', `  ${messageOf(failure)}`);
  return `✓ ${name}${note}`;
}

const caseName = (one: Case): string => (one.met ? `${one.met.request}, ${injectedName(one)}` : '');
