import type { EmailChecks } from '../checks/check-message.ts';
import type { Severity } from '../checks/checks.ts';
import type { Finding } from '../checks/findings.ts';
import type { CheckOptions } from '../checks/options.ts';
import type { Verdict } from './sent-email.ts';

/** A message of a mailbox, in this process or another. */
export interface Checkable {
  /** Id of the message, for reports. */
  readonly id: string;
  /** Its subject. */
  readonly subject: string;
  /** Its HTML, if it has any. */
  readonly html?: string;
  /** Its plain text, if it has any. */
  readonly text?: string;
  /** See `Message.check`. */
  check(options?: CheckOptions): Promise<EmailChecks>;
}

/**
 * Checks a message, and describes each finding with its line of source.
 *
 * @throws if an option names a client, check or feature that does not exist.
 */
export async function passesEmailChecks(message: Checkable, options: CheckOptions = {}): Promise<Verdict> {
  const { passed, findings } = await message.check(options);
  const title = `${message.id} ${JSON.stringify(message.subject)}`;
  if (passed) {
    return { pass: true, message: () => `Findings were expected, but ${title} passes its checks.` };
  }
  const failing = severities.slice(0, severities.indexOf(options.failOn ?? 'warning') + 1);
  const shown = findings.filter(({ severity }) => failing.includes(severity));
  const words = shown.map((finding) => describe(finding, message)).join('\n\n');
  const count = shown.length === 1 ? '1 finding' : `${shown.length} findings`;
  const names = [...new Set(shown.map(({ check }) => check))].map((name) => `'${name}'`).join(', ');
  return {
    pass: false,
    message: () => `${title} has ${count}:\n\n${words}\n\nTo accept these: { ignore: [${names}] }`,
  };
}

const severities: readonly Severity[] = ['error', 'warning', 'advice'];

function describe(finding: Finding, message: Checkable): string {
  const { severity, check, part, line, column, count } = finding;
  const position = line === undefined ? part : `${part}, line ${line}, column ${column}`;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  const heading = `  ${severity}  ${check}  (${position}${more})`;
  return [heading, ...sourceLine(finding, message), `    ${finding.message}`].join('\n');
}

/** The line that a finding is about; of a long line, what is around its column. */
function sourceLine({ part, line, column = 1 }: Finding, message: Checkable): string[] {
  if (line === undefined || (part !== 'html' && part !== 'text')) return [];
  const text = message[part]?.split(/\r\n|\r|\n/)[line - 1] ?? '';
  const start = text.length <= 120 ? 0 : Math.max(0, column - 41);
  const end = text.length <= 120 ? text.length : start + 120;
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
  return [`    ${line} | ${shown}`];
}
