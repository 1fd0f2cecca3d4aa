import {
  type Decision,
  type DecisionPart,
  type Evidence,
  type Standing,
  standingOf,
  standings,
  wireOptions,
} from '../../packages/contract/src/index.ts';
import { generated, table } from '../reference/markdown.ts';

/** The decision ledger as a page. */
export function decisionsPage(parts: readonly DecisionPart[]): string {
  const decisions = parts.flatMap((part) => part.decisions);
  const sections = parts.map((part) =>
    [`## ${part.title}`, ...part.decisions.map(decisionText)].join('\n\n'),
  );
  return `${[introduction(decisions.length), summary(decisions), ...sections].join('\n\n')}\n`;
}

const introduction = (count: number) => `${generated}# Decisions A1–A${count}

Where the service's documentation is silent, contradicts itself or shows two shapes, this ledger says what Mailrig does. If a decision has a wire option, you can make the sandbox send the other shape; the first value is the default. A running sandbox has the same ledger at \`GET /_sandbox/decisions\`.

The standing of a decision says how sure its answer is. It sums up the evidence, which is listed with each decision. Dates say when it was recorded; a publication may be older.`;

const meanings: Readonly<Record<Standing, string>> = {
  contradicted: 'Something that the service has published, or a deployment, speaks against the default.',
  observed: 'Something that the service has published, or a deployment, shows it.',
  documented: 'The documentation supports it, in a text or in an example.',
  assumed: 'Nothing shows it. We chose.',
};

/** The decisions of each standing; those that are assumed are only counted. The formatter leaves it alone. */
function summary(decisions: readonly Decision[]): string {
  const rows = standings.map((standing) => {
    const ids = decisions.filter(({ evidence }) => standingOf(evidence) === standing).map(({ id }) => id);
    const links = ids.map((id) => `[${id}](#${id.toLowerCase()})`).join(', ');
    return [standing, String(ids.length), meanings[standing], standing === 'assumed' ? 'All others' : links];
  });
  const text = table(['Standing', 'Count', 'Meaning', 'Decisions'], rows);
  return `<!-- prettier-ignore-start -->\n\n${text}\n\n<!-- prettier-ignore-end -->`;
}

function decisionText(decision: Decision): string {
  const { id, title, document, options, answer, client, wire, evidence } = decision;
  const facts = [
    `- **Documented:** ${document}`,
    options && `- **Alternatives:** ${options.join('; ')}`,
    `- **Sandbox:** ${answer}`,
    client && `- **Client:** ${client}`,
    wire &&
      `- **Wire option** \`${wire.option}\`: ${wireOptions[wire.option].map((value) => `\`${value}\``).join(', ')}. ${wire.meaning}`,
    `- **Standing:** ${standingOf(evidence)}`,
    ...evidence.map(evidenceText).map((text) => text && `  - ${text}`),
  ];
  return [`### ${id}`, `**${title}**`, facts.filter(Boolean).join('\n')].join('\n\n');
}

/** One finding as a line; `undefined` for an assumption that has nothing to add. */
function evidenceText(evidence: Evidence): string | undefined {
  switch (evidence.kind) {
    case 'assumed':
      return evidence.note;
    case 'documented':
      return sentences(`Documented: ${evidence.source}.`, evidence.note);
    default: {
      const { kind, source, date, seen, note } = evidence;
      const verb = kind === 'observed' ? 'Observed' : 'Contradicted';
      return sentences(`${verb} (${date}): ${source}. ${seen}`, note);
    }
  }
}

const sentences = (first: string, note: string | undefined) => [first, note].filter(Boolean).join(' ');
