import { formatTimestamp } from '@mailrig/contract';
import type { RequestView } from '../control/requests/requests.ts';
import { Sandbox } from '../control/sandbox/sandbox.ts';
import type { MessageRecord } from '../service/state/records.ts';
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
  store.listen(({ type, data }) => {
    const message = type === 'email.queued' ? store.messages.get(String(data['id'])) : undefined;
    if (!message) return;
    const link = linkTo(message, announcement, sandbox.info.id);
    console.log(emailLine(message, formatTimestamp(message.createdAt), link));
  });
  sandbox.requests.subscribe((request) => {
    const isRepeated = request.answer?.headers['idempotent-replayed'] === 'true';
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

function isSuccess({ status }: RequestView): boolean {
  return status !== undefined && status < 400;
}

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
