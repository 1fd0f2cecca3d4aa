import { type CheckName, checks, type Severity } from './checks.ts';
import { Lines, type SourcePosition } from './lines.ts';
import { severities } from './options.ts';

/** A message as the checks read it. */
export interface CheckedMessage {
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Custom headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content ids of its inline attachments. */
  readonly contentIds: readonly string[];
  /** The parts of its request that the service ignored, such as `headers.Reply-To` or `reply_to`. */
  readonly ignoredFields: readonly string[];
}

/** Something about a message that its recipients may notice. */
export interface Finding {
  /** Name of the check. */
  readonly check: CheckName;
  readonly severity: Severity;
  /** The check in a few words. */
  readonly title: string;
  /** Why it matters to recipients. */
  readonly reason: string;
  /** What is wrong, then what to do. */
  readonly message: string;
  /** The part of the message that it concerns. */
  readonly part: 'html' | 'text' | 'subject' | 'headers' | 'message';
  /** Line of the first position in that part, from 1; absent if it concerns the part as a whole. */
  readonly line?: number;
  /** Column of the first position, from 1. */
  readonly column?: number;
  /** The first 100 positions. */
  readonly positions: readonly SourcePosition[];
  /** How many positions there are. */
  readonly count: number;
  /** The feature of HTML or CSS that clients lack: a name on caniemail.com, for example `css-border-radius`. */
  readonly feature?: string;
  /** The page about the feature, with the versions of each client. */
  readonly url?: string;
  /** The chosen clients that lack the feature, or have it in part. */
  readonly clients?: readonly string[];
}

/** A finding holds this many positions, and counts the others. A check reports this many findings, and drops the others. */
const most = 100;

/** Something to report. */
export interface Report extends Pick<Finding, 'check' | 'feature' | 'url' | 'clients'> {
  /** What is wrong, as one sentence. */
  readonly what: string;
  /** What to do. Default: the advice of the check. */
  readonly advice?: string;
  /** Default `html`. */
  readonly part?: Finding['part'];
  /** Where it is in that part. Default: none, if it concerns the part as a whole. */
  readonly offsets?: readonly number[];
  /** Default: the severity of the check. */
  readonly severity?: Severity;
}

/** Collects findings. If one check reports the same words for a part again, its finding gets more positions. */
export class Findings {
  readonly #byWords = new Map<string, Finding & { positions: SourcePosition[]; count: number }>();
  readonly #perCheck = new Map<CheckName, number>();
  readonly #lines: Readonly<Record<string, Lines>>;
  readonly #ignored: ReadonlySet<string>;

  /** @param ignored Names of checks and features. */
  constructor({ subject, html = '', text = '' }: CheckedMessage, ignored: readonly string[]) {
    this.#lines = { subject: new Lines(subject), html: new Lines(html), text: new Lines(text) };
    this.#ignored = new Set(ignored);
  }

  add({ check, what, advice = checks[check].advice, part = 'html', offsets = [], ...details }: Report): void {
    if (this.#ignored.has(check) || (details.feature !== undefined && this.#ignored.has(details.feature)))
      return;
    const words = `${check} ${part} ${what}`;
    const positions = offsets.slice(0, most).flatMap((offset) => this.#lines[part]?.at(offset) ?? []);
    const known = this.#byWords.get(words);
    if (known) {
      known.count += offsets.length;
      known.positions.push(...positions.slice(0, most - known.positions.length));
      return;
    }
    const before = this.#perCheck.get(check) ?? 0;
    this.#perCheck.set(check, before + 1);
    if (before >= most) return;
    const { severity, title, reason } = checks[check];
    const [first] = positions;
    this.#byWords.set(words, {
      check,
      severity,
      title,
      reason,
      message: `${what} ${advice}`,
      part,
      ...(first && { line: first.line, column: first.column }),
      positions,
      count: Math.max(offsets.length, 1),
      ...details,
    });
  }

  /** Errors first, then in the order of the source. */
  sorted(): Finding[] {
    return [...this.#byWords.values()].toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.line ?? 0) - (b.line ?? 0),
    );
  }
}
