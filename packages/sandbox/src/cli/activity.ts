import { formatTimestamp } from '@mailrig/contract';
import type { RequestView } from '../control/requests.ts';
import { Sandbox } from '../sandbox.ts';
import type { Message } from '../state/records.ts';
import type { Announcement } from './announce.ts';
import { emailLine } from './email-line.ts';
import type { ServeSettings } from './options.ts';
import { requestLine } from './request-line.ts';

/**
 * Prints a line for each email and for each request that changed something or went wrong. Requests that
 * only read are left out, because an app that polls would hide everything else.
 */
export function printActivity(
  sandbox: Sandbox,
  announcement: Announcement,
  { verbose }: Pick<ServeSettings, 'verbose'>,
): void {
  const store = Sandbox.storeOf(sandbox);
  /** Emails whose requests are still to be journaled. */
  let accepted = 0;
  store.listen(({ type, data }) => {
    const message = type === 'email.queued' ? store.messages.get(String(data['id'])) : undefined;
    if (!message) return;
    accepted += 1;
    const link = linkTo(message, announcement, sandbox.info.id);
    console.log(emailLine(message, formatTimestamp(message.createdAt), link));
  });
  sandbox.requests.subscribe((request) => {
    const isAccepted = request.operation === 'sendEmail' && isSuccess(request);
    const isRepeated = isAccepted && accepted === 0;
    if (isAccepted && !isRepeated) accepted -= 1;
    if (verbose || isRepeated || isNotable(request)) {
      console.log(requestLine(request, isRepeated ? 'repeated, nothing was sent again' : undefined));
    }
  });
}

/** Whether a request failed, met a fault, or changed something that no other line tells. */
function isNotable(request: RequestView): boolean {
  const { method, operation, fault, ignoredFields, clientFault } = request;
  if (!isSuccess(request) || fault || ignoredFields || clientFault) return true;
  return operation !== 'sendEmail' && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

function isSuccess({ status }: RequestView): boolean {
  return status !== undefined && status < 400;
}

/** The page of a message: in the inspector, or in the control plane if there is no inspector. */
function linkTo(
  { id, accountId }: Message,
  { inspectorUrl, controlUrl }: Announcement,
  defaultAccount: string,
): string {
  if (inspectorUrl === undefined) return `${controlUrl}/messages/${id}`;
  const account = accountId === defaultAccount ? '' : `?account=${accountId}`;
  return `${inspectorUrl}#/messages/${id}${account}`;
}
