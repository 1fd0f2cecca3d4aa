import { attachmentTransitions } from '../../packages/sandbox/src/lifecycles/attachment.ts';
import { contactTransitions } from '../../packages/sandbox/src/lifecycles/contact.ts';
import { emailTransitions } from '../../packages/sandbox/src/lifecycles/email.ts';
import type { Transition } from '../../packages/sandbox/src/lifecycles/transition.ts';
import { verificationTransitions } from '../../packages/sandbox/src/lifecycles/verification.ts';

interface Machine {
  readonly name: string;
  readonly file: string;
  readonly start: string;
  readonly transitions: readonly Transition<string, string>[];
}

const machines: readonly Machine[] = [
  { name: 'Email', file: 'email.ts', start: 'queued', transitions: emailTransitions },
  { name: 'Attachment', file: 'attachment.ts', start: 'pending', transitions: attachmentTransitions },
  { name: 'Contact', file: 'contact.ts', start: 'active', transitions: contactTransitions },
  { name: 'Verification', file: 'verification.ts', start: 'pending', transitions: verificationTransitions },
];

/** The page of state machines, from the tables that move the records. */
export function stateMachinesPage(): string {
  return `# State machines

The tables that move the sandbox's records, drawn. A move that is not here is refused: 409 in the control plane, the documented code in the API. \`pnpm fix\` writes this page; \`pnpm check\` fails while it is stale.

<!-- prettier-ignore-start -->

${machines.map(section).join('\n\n')}

<!-- prettier-ignore-end -->
`;
}

function section({ name, file, start, transitions }: Machine): string {
  const arrows = [
    `  [*] --> ${start}`,
    ...transitions.map(({ from, on, to }) => `  ${from} --> ${to}: ${on}`),
  ];
  const rows = transitions.map(({ from, on, to, when }) => `| ${from} | ${on} | ${to} | ${when} |`);
  return `## ${name}

From \`packages/sandbox/src/lifecycles/${file}\`.

\`\`\`mermaid
stateDiagram-v2
${arrows.join('\n')}
\`\`\`

| From | Event | To | When |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}
