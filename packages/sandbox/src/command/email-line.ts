import { coloured } from './colour.ts';

/** The parts of an email that its line shows. */
export interface ShownEmail {
  readonly environment: 'live' | 'test';
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
}

/** The most characters of a recipient and of a subject. */
const most = 60;

/**
 * An accepted email on one line, for example
 * `09:00:00 bob@example.org  Your receipt  http://127.0.0.1:4010/#/messages/msg_1`.
 *
 * @param at When it was accepted, ISO 8601.
 * @param link The page that shows it.
 */
export function emailLine(email: ShownEmail, at: string, link: string): string {
  const [first = '', ...others] = [...email.to, ...email.cc, ...email.bcc];
  const recipients = others.length === 0 ? shortened(first) : `${shortened(first)} and ${others.length} more`;
  return [
    `${coloured('aside', at.slice(11, 19))} ${recipients}`,
    coloured('main', email.subject.trim() === '' ? '(no subject)' : shortened(email.subject)),
    ...(email.environment === 'test' ? [coloured('aside', '(simulated)')] : []),
    coloured('aside', link),
  ].join('  ');
}

/** A text that stays on its line and cannot steer the terminal. */
function shortened(text: string): string {
  // Controls, and marks that change the direction of everything after them.
  const characters = [...text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}
