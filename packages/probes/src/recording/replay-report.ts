/** Something in which the deployment and the sandbox differ. */
export interface Difference {
  /** Lines of the recording that show it; the first one first. */
  readonly lines: readonly number[];
  /** Name of the operation, for example `sendEmail`. */
  readonly operation: string;
  /** The request of the first line, for example `POST /api/v1/emails`. */
  readonly request: string;
  /**
   * - `status`: the HTTP status. `code`: the error code. `shape`: a member or its type.
   * - `value`: a word, a counter, a flag or an address. `identity`: the same record or another one.
   * - `timing`: when a state changed.
   */
  readonly kind: 'status' | 'code' | 'shape' | 'value' | 'identity' | 'timing';
  /** Place in the answer, for example `data.emails[].status`. */
  readonly path: string;
  /** The deployment, for people. */
  readonly deployment: string;
  /** The sandbox, for people. */
  readonly sandbox: string;
  /** The difference as a sentence. */
  readonly message: string;
}

/** Exchanges that were not compared, for one reason. */
export interface Skipped {
  readonly reason: string;
  readonly lines: readonly number[];
}

/** How well a sandbox does what a recording shows. */
export interface ReplayReport {
  /** Exchanges of the recording. */
  readonly exchanges: number;
  /** Exchanges whose answers were compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Exchanges that were not compared. */
  readonly skipped: readonly Skipped[];
  /** Remarks on what was compared only in part. */
  readonly notes: readonly string[];
}

/** A report as text. */
export function replayText(report: ReplayReport): string {
  const { exchanges, compared, differences, skipped, notes } = report;
  return [
    `Compared ${compared} of ${counted(exchanges, 'exchange')}: ${counted(differences.length, 'difference')}.`,
    ...byRequest(differences).flatMap(differenceLines),
    ...section(
      'Not compared:',
      skipped.map(
        ({ reason, lines }) => `${counted(lines.length, 'exchange')}: ${reason} (${shownLines(lines)})`,
      ),
    ),
    ...section('Compared in part:', notes),
  ].join('\n');
}

/** The differences of the same requests together. */
function byRequest(differences: readonly Difference[]): readonly (readonly Difference[])[] {
  return [...Map.groupBy(differences, ({ operation, lines }) => JSON.stringify([operation, lines])).values()];
}

function differenceLines(differences: readonly Difference[]): string[] {
  const [first] = differences;
  if (!first) return [];
  const heading = `${first.request} (${shownLines(first.lines)})`;
  return ['', heading, ...differences.map(({ message }) => `- ${message}`)];
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `- ${item}`)];
}

function counted(number: number, what: string): string {
  return `${number === 0 ? 'no' : number} ${what}${number === 1 ? '' : 's'}`;
}

const mostLines = 5;

function shownLines(lines: readonly number[]): string {
  const shown = lines.slice(0, mostLines).join(', ');
  const more = lines.length > mostLines ? ` and ${lines.length - mostLines} more` : '';
  return `line${lines.length === 1 ? '' : 's'} ${shown}${more}`;
}
