import type { Decision, DecisionPart } from '../../packages/contract/src/index.ts';

/** The decision ledger as a page. */
export function decisionsPage(parts: readonly DecisionPart[]): string {
  const sections = parts.map(({ title, decisions }) =>
    [`## ${title}`, ...decisions.map(decisionText)].join('\n\n'),
  );
  const last = parts.at(-1)?.decisions.at(-1)?.id ?? '';
  return `${[introduction(last), ...sections].join('\n\n')}\n`;
}

const introduction = (last: string) => `# Decisions A1–${last}

Everything that \`api.md\` leaves open, contradicts, or shows in two shapes, and what Mailrig does about it. \`§n\` is a part of \`api.md\`. A wire option makes the sandbox answer in another documented shape; its default comes first. The titles of its tests end with the number of the decision: \`npx -y pnpm@12 run proofs A61\` prints those of A61.

\`pnpm fix\` writes this page from the ledger in \`packages/contract/src/decisions\`. The sandbox serves the same ledger at \`GET /_sandbox/decisions\`.`;

function decisionText({ id, slug, title, document, options, answer, client, wire }: Decision): string {
  const facts = [
    `- **Document:** ${document}`,
    options && `- **Weighed:** ${options.join('; ')}`,
    `- **Sandbox:** ${answer}`,
    client && `- **Client:** ${client}`,
    wire &&
      `- **Wire option** \`${wire.option}\`: ${wire.values.map((value) => `\`${value}\``).join(', ')}. ${wire.meaning}`,
  ];
  return [`### ${id}`, `**${title}** (\`${slug}\`)`, facts.filter(Boolean).join('\n')].join('\n\n');
}
