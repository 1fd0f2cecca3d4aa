import { attachmentTransitions } from '../../packages/sandbox/src/service/lifecycles/attachment.ts';
import { contactTransitions } from '../../packages/sandbox/src/service/lifecycles/contact.ts';
import { emailTransitions } from '../../packages/sandbox/src/service/lifecycles/email.ts';
import type { Transition } from '../../packages/sandbox/src/service/lifecycles/transition.ts';
import { verificationTransitions } from '../../packages/sandbox/src/service/lifecycles/verification.ts';
import { generated } from '../reference/markdown.ts';

interface Machine {
  readonly name: string;
  readonly transitions: readonly Transition<string, string>[];
}

const machines: readonly Machine[] = [
  { name: 'Email', transitions: emailTransitions },
  { name: 'Attachment', transitions: attachmentTransitions },
  { name: 'Contact', transitions: contactTransitions },
  { name: 'Verification', transitions: verificationTransitions },
];

/** The page of state machines, from the sandbox's tables of transitions. */
export function stateMachinesPage(): string {
  return `${generated}# State machines

How emails, attachments, contacts and verifications move from state to state. Any other move is refused: with a 409 by the control plane, and with the code of the operation by the API.

<!-- prettier-ignore-start -->

${machines.map(section).join('\n\n')}

<!-- prettier-ignore-end -->
`;
}

function section({ name, transitions }: Machine): string {
  const rows = transitions.map(({ from, on, to, when }) => `| ${from} | ${on} | ${to} | ${when} |`);
  return `## ${name}

A new one is \`${transitions[0]?.from}\`.

\`\`\`mermaid
stateDiagram-v2
  accTitle: The states of ${name.toLowerCase()} records and the moves between them, as in the table
  [*] --> ${transitions[0]?.from}
${arrows(transitions).join('\n')}
\`\`\`

| From | Event | To | When |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}

/** One arrow for all moves between the same two states. */
function arrows(transitions: Machine['transitions']): string[] {
  const moves = Map.groupBy(transitions, ({ from, to }) => `${from} --> ${to}`);
  return Array.from(moves, ([arrow, same]) => `  ${arrow}: ${same.map(({ on }) => on).join(', ')}`);
}
