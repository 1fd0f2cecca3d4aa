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

Where the service's documentation is silent, contradicts itself or shows two shapes, this ledger says what Mailrig does. If a decision has a wire option, you can make the sandbox send the other shape; the first value is the default. A running sandbox has the same ledger at \`GET /_sandbox/decisions\`.`;

function decisionText({ id, slug, title, document, options, answer, client, wire }: Decision): string {
  const facts = [
    `- **Documented:** ${document}`,
    options && `- **Alternatives:** ${options.join('; ')}`,
    `- **Sandbox:** ${answer}`,
    client && `- **Client:** ${client}`,
    wire &&
      `- **Wire option** \`${wire.option}\`: ${wire.values.map((value) => `\`${value}\``).join(', ')}. ${wire.meaning}`,
  ];
  return [`### ${id}`, `**${title}** (\`${slug}\`)`, facts.filter(Boolean).join('\n')].join('\n\n');
}
