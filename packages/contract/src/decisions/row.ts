import type { Decision, DecisionPart } from './decision.ts';
import type { Documented, EvidenceList, Seen } from './evidence.ts';

/** What a published page or client shows, without what is the same for all of them. */
interface Published extends Omit<Seen, 'kind' | 'seenIn' | 'date'> {
  /** Default: the date of the file. */
  readonly date?: string;
}

/** A decision in the files of the ledger. Its evidence is grouped by kind: with none, the answer is assumed. */
interface DecisionRow extends Omit<Decision, 'id' | 'document' | 'evidence'> {
  /** What the documentation states, and where. Default: `Not specified.` */
  readonly document?: string;
  /** The text or example that answers the question. */
  readonly documented?: Documented['source'];
  /** What supports the answer. */
  readonly observed?: readonly Published[];
  /** What contradicts the answer. */
  readonly contradicted?: readonly Published[];
  /** Limits of the text or example; for an assumed answer, what is known although it does not answer the question. */
  readonly note?: string;
}

/** A file of the ledger, as its JSON is typed. */
interface DecisionFile {
  readonly title: string;
  /** When the published pages and clients that it cites were recorded: a month. Absent if it cites none. */
  readonly date?: string;
  /** By their ids. */
  readonly decisions: Readonly<Record<string, object>>;
}

/** The part of the ledger in a file. */
export function partOf({ title, date = '', decisions }: DecisionFile): DecisionPart {
  const rows = Object.entries(decisions) as [Decision['id'], DecisionRow][];
  return { title, decisions: rows.map(([id, row]) => ({ id, ...decisionOf(row, date) })) };
}

function decisionOf(row: DecisionRow, date: string): Omit<Decision, 'id'> {
  const { document = 'Not specified.', documented, observed = [], contradicted = [], note, ...rest } = row;
  const published = (kind: Seen['kind']) => (item: Published) =>
    ({ kind, seenIn: 'publication', date, ...item }) satisfies Seen;
  const noted = note !== undefined && { note };
  const [first, ...others] = [
    ...(documented === undefined ? [] : [{ kind: 'documented', source: documented, ...noted } as const]),
    ...observed.map(published('observed')),
    ...contradicted.map(published('contradicted')),
  ];
  const evidence: EvidenceList = first ? [first, ...others] : [{ kind: 'assumed', ...noted }];
  return { ...rest, document, evidence };
}
