import { formatTimestamp } from '@mailrig/contract';
import { firstOf } from '@mailrig/contract/checking';
import type { RequestView } from '../control/requests/requests.ts';
import { Sandbox } from '../control/sandbox.ts';
import type { MessageRecord } from '../service/state/records.ts';
import type { Announcement } from './announce.ts';
import type { ServeSettings } from './options.ts';
import { coloured } from './output.ts';

/** Prints a line for each email and for each request that changed something or went wrong. */
export function printActivity(
  sandbox: Sandbox,
  announcement: Announcement,
  { verbose }: Pick<ServeSettings, 'verbose'>,
): void {
  const store = Sandbox.storeOf(sandbox);
  store.listen(({ type, data }) => {
    const message = type === 'email.queued' ? store.messages.get(String(data['id'])) : undefined;
    if (!message) return;
    const link = linkTo(message, announcement, sandbox.info.id);
    console.log(emailLine(message, link));
  });
  sandbox.requests.subscribe((request) => {
    const isRepeated = request.response?.headers['idempotent-replayed'] === 'true';
    if (verbose || isRepeated || isNotable(request)) {
      console.log(requestLine(request, isRepeated ? 'repeated, nothing was sent again' : undefined));
    }
  });
}

/** Whether a request failed, met a fault, or made a change that is not logged yet. */
function isNotable(request: RequestView): boolean {
  const { method, operation, fault, ignoredFields, clientFault } = request;
  if (!isSuccess(request) || fault || ignoredFields || clientFault) return true;
  return operation !== 'sendEmail' && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

const isSuccess = ({ status }: RequestView): boolean => status !== undefined && status < 400;

/** The page of a message: in the inspector, or in the control plane if there is no inspector. */
function linkTo(
  { id, accountId }: MessageRecord,
  { inspectorUrl, controlUrl }: Announcement,
  defaultAccount: string,
): string {
  if (inspectorUrl === undefined) return `${controlUrl}/messages/${id}`;
  const account = accountId === defaultAccount ? '' : `?account=${accountId}`;
  return `${inspectorUrl}#/messages/${id}${account}`;
}

/** The most characters of a recipient and of a subject. */
const most = 60;

/** An accepted email on one line, with the page that shows it. */
function emailLine(email: MessageRecord, link: string): string {
  const at = formatTimestamp(email.createdAt);
  const recipients = firstOf([...email.to, ...email.cc, ...email.bcc].map(shortened));
  return [
    `${coloured('secondary', at.slice(11, 19))} ${recipients}`,
    coloured('main', email.subject.trim() === '' ? '(no subject)' : shortened(email.subject)),
    ...(email.environment === 'test' ? [coloured('secondary', '(simulated)')] : []),
    coloured('secondary', link),
  ].join('  ');
}

/** A text that stays on its line and cannot steer the terminal. */
function shortened(text: string): string {
  // Controls, and marks that change the direction of everything after them.
  const characters = [...text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?')];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}

/** The most names of ignored fields in a line. */
const mostNames = 3;

/** One request to the API in one line for people. Refusals and ignored fields are yellow, failures red. */
function requestLine(request: RequestView, note?: string): string {
  const { at, method, path, query, status, code, fault, ignoredFields, durationMs } = request;
  const outcome = [
    status ?? 'no response',
    code,
    fault && '(fault)',
    ignoredFields && `(ignored ${firstOf(ignoredFields, mostNames)})`,
    note && `(${note})`,
  ]
    .filter(Boolean)
    .join(' ');
  const duration = `in ${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
  const line = `${method} ${path}${query === '?' ? '' : query} ${outcome}`;
  // A text that cannot steer the terminal.
  const text = line.replaceAll(/[^\x20-\x7e]/g, '?');
  return `${coloured('secondary', at.slice(11, 19))} ${marked(request, text)} ${coloured('secondary', duration)}`;
}

function marked({ status, ignoredFields }: RequestView, text: string): string {
  if (status === undefined || status >= 500) return coloured('failure', text);
  return status >= 400 || ignoredFields ? coloured('warning', text) : text;
}
