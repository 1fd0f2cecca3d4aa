import { attachmentTransitions } from '../../packages/sandbox/src/lifecycles/attachment.ts';
import { contactTransitions } from '../../packages/sandbox/src/lifecycles/contact.ts';
import { emailTransitions } from '../../packages/sandbox/src/lifecycles/email.ts';
import type { Transition } from '../../packages/sandbox/src/lifecycles/transition.ts';
import { verificationTransitions } from '../../packages/sandbox/src/lifecycles/verification.ts';
import { drawing } from './drawing.ts';

interface Machine {
  readonly name: string;
  readonly file: string;
  readonly transitions: readonly Transition<string, string>[];
}

const machines: readonly Machine[] = [
  { name: 'Email', file: 'email.ts', transitions: emailTransitions },
  { name: 'Attachment', file: 'attachment.ts', transitions: attachmentTransitions },
  { name: 'Contact', file: 'contact.ts', transitions: contactTransitions },
  { name: 'Verification', file: 'verification.ts', transitions: verificationTransitions },
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

/** The drawings of that page, by their paths in `docs`. */
export function stateMachineDrawings(): Record<string, string> {
  return Object.fromEntries(
    machines.map(({ name, transitions }) => [pathOf(name), drawing(name, transitions)]),
  );
}

function section({ name, file, transitions }: Machine): string {
  const rows = transitions.map(({ from, on, to, when }) => `| ${from} | ${on} | ${to} | ${when} |`);
  return `## ${name}

From \`packages/sandbox/src/lifecycles/${file}\`; a new one is ${transitions[0]?.from}.

![The states of ${name.toLowerCase()} records and the moves between them, as in the table](${pathOf(name)})

| From | Event | To | When |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}

function pathOf(name: string): string {
  return `state-machines/${name.toLowerCase()}.svg`;
}
