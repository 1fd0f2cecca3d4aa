import type { WholeMessageView } from '../control/messages/messages.ts';
import { askFor } from './asking.ts';
import { CommandError } from './errors.ts';
import type { latestOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { columns, isRead } from './output.ts';

/**
 * Finds the newest message that matches, or waits for one.
 *
 * @returns what to print: its first code or link alone if that is asked for, otherwise the whole message as JSON, or a
 * short text for people.
 * @throws CommandError with the code `NOT_FOUND` if no message matches, `NO_CODE` or `NO_LINK` if it has none.
 */
export async function latestMessage(settings: OptionValues<typeof latestOptions>): Promise<string> {
  const { wait, code, link, json, text } = settings;
  const path = `/messages/latest?${searchOf(settings, { wait })}`;
  const message = (await (await askFor('latest', settings, path)).json()) as WholeMessageView;
  if (code) return firstOf('code', message.codes, message);
  if (link) return firstOf('link', message.links, message);
  return json || !isRead(text) ? JSON.stringify(message) : forPeople(message);
}

/** The query that the options of a search make, with others. Its blanks are `%20`: a `+` may belong to an address. */
export function searchOf(
  { to, subject, search: q }: Pick<OptionValues<typeof latestOptions>, 'to' | 'subject' | 'search'>,
  others: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries({ to, subject, q, ...others });
  const query = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(query).toString().replaceAll('+', '%20');
}

function firstOf(noun: string, [first]: readonly string[], { id, subject }: WholeMessageView): string {
  if (first !== undefined) return first;
  throw new CommandError(
    `NO_${noun.toUpperCase()}`,
    `The message ${JSON.stringify(subject)} (${id}) has no ${noun}`,
  );
}

function forPeople({ from, to, subject, status, codes, links, text }: WholeMessageView): string {
  const facts = [
    ['From', from],
    ['To', to.join(', ')],
    ['Subject', subject],
    ['Status', status],
    ...codes.map((code) => ['Code', code]),
    ...links.map((link) => ['Link', link]),
  ];
  return [...columns(facts), ...(text === undefined ? [] : ['', text.trimEnd()])].join('\n');
}
