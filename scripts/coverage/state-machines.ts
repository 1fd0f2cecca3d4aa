import { attachmentTransitions } from '../../packages/sandbox/src/lifecycles/attachment.ts';
import { contactTransitions } from '../../packages/sandbox/src/lifecycles/contact.ts';
import { emailTransitions } from '../../packages/sandbox/src/lifecycles/email.ts';
import type { Transition } from '../../packages/sandbox/src/lifecycles/transition.ts';
import { verificationTransitions } from '../../packages/sandbox/src/lifecycles/verification.ts';
import { drawing } from './drawing.ts';
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

/** The drawings on that page, by their path in `docs`. */
export function stateMachineDrawings(): Record<string, string> {
  return Object.fromEntries(
    machines.map(({ name, transitions }) => [pathOf(name), drawing(name, transitions)]),
  );
}

function section({ name, transitions }: Machine): string {
  const rows = transitions.map(({ from, on, to, when }) => `| ${from} | ${on} | ${to} | ${when} |`);
  return `## ${name}

A new one is \`${transitions[0]?.from}\`.

![The states of ${name.toLowerCase()} records and the moves between them, as in the table](${pathOf(name)})

| From | Event | To | When |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}

function pathOf(name: string): string {
  return `state-machines/${name.toLowerCase()}.svg`;
}
