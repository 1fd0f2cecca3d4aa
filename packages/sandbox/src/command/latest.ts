import type { WholeMessageView } from '../control/messages/messages.ts';
import { searchOf } from '../control/calling.ts';
import { ask, refusalIn, urlOf } from './asking.ts';
import { CommandError } from './errors.ts';
import type { latestOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { columns, isRead } from './output.ts';

/**
 * Finds the newest message that matches, or waits for one.
 *
 * @returns what to print: its first code or link alone if the options request it, otherwise the whole message as JSON, or a
 * short text for people.
 * @throws CommandError with the code `NOT_FOUND` if no message matches, `NO_CODE` or `NO_LINK` if it has none.
 */
export async function latestMessage(settings: OptionValues<typeof latestOptions>): Promise<string> {
  const { to, subject, search: q, wait, code, link, json, text } = settings;
  const path = `/messages/latest?${searchOf({ to, subject, q, wait })}`;
  const response = await ask(urlOf('latest', settings), path, settings['control-token']);
  if (!response.ok) throw await refusalIn(response);
  const message = (await response.json()) as WholeMessageView;
  if (code) return onlyFirst('code', message.codes, message);
  if (link) return onlyFirst('link', message.links, message);
  return json || !isRead(text) ? JSON.stringify(message) : forPeople(message);
}

function onlyFirst(noun: string, [first]: readonly string[], { id, subject }: WholeMessageView): string {
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
