import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import type { EmailChecks } from '../checks/check-message.ts';
import { checkOptions } from '../control/control-error.ts';
import type { AccountView } from '../control/accounts/accounts.ts';
import { linksAndCodesOf } from '../reading/links-and-codes.ts';
import type { Message } from '../control/messages/message.ts';
import type { MessageFilter } from '../control/messages/search.ts';
import type { MessagesView, MessageView } from '../control/messages/messages.ts';
import { contents, defaultWait } from '../control/messages/missing.ts';
import { type CalledSandbox, callSandbox, searchOf } from '../control/calling.ts';
import type { PageOf } from '../control/list-verbs/list.ts';
import { failedSends, failedSendsText, type RequestRow } from '../control/requests/rows.ts';
import type { FailedTest } from '../control/sandbox/recording.ts';
import { type Duration, durationText } from '../service/kernel/duration.ts';

/** A served sandbox. */
export interface RemoteSandbox {
  /** Address of the sandbox, for example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Token of the control plane, if the sandbox was started with `--control-token`. */
  readonly controlToken?: string | undefined;
}

/** Options of {@link openRemoteAccount}. */
export interface RemoteAccountOptions extends RemoteSandbox {
  /** Verified domain of the new account. */
  readonly domain: string;
}

/** A captured message of a served sandbox, with its links and codes at hand. */
export interface RemoteMessage extends MessageView, Pick<Message, 'links' | 'codes' | 'check'> {
  /** The message as sent (RFC 5322), without its Bcc. */
  raw(): Promise<Uint8Array>;
}

/** An account on a sandbox in another process. */
export interface RemoteAccount {
  /** Address of the API: a client's `baseUrl`. */
  readonly url: string;
  /** Id of the account. */
  readonly id: string;
  /** Its verified domain, from which it sends. */
  readonly domain: string;
  /** Key that only simulates sending. */
  readonly testApiKey: string;
  /** Key whose mail is sent and delivered, in the sandbox. */
  readonly liveApiKey: string;
  /** Its captured messages that match, newest first; at most 50. */
  messages(filter?: MessageFilter): Promise<readonly RemoteMessage[]>;
  /**
   * Waits until a message matches.
   *
   * @param timeout Default 4 s. After it, the promise rejects and lists the messages in the mailbox.
   */
  waitForMessage(filter?: MessageFilter, timeout?: Duration): Promise<RemoteMessage>;
  /**
   * The recording of a failed test, as lines of JSON for a file that `mailrig-sandbox open` shows: the state of this
   * account with its history and requests, the clock, and the error. Requests and events that belong to no account,
   * such as a request with a wrong key, are in it as well. Other accounts and keys are not.
   */
  save(test: FailedTest): Promise<string>;
}

export const remoteRows = z.object({
  url: z
    .string()
    .check(
      z.refine((url) => URL.canParse(url), { error: 'must be an address such as http://127.0.0.1:4010' }),
    ),
  controlToken: z.optional(z.string()),
  domain: z.string(),
} satisfies Rows<RemoteAccountOptions>);

/** Opens an account on a served sandbox, through its control plane. */
export async function openRemoteAccount(options: RemoteAccountOptions): Promise<RemoteAccount> {
  checkOptions(remoteRows, options, 'The options of openRemoteAccount()');
  const { domain, ...sandbox } = options;
  const account = await callControl<AccountView>(sandbox, '/accounts', { domain: { name: domain } });
  const ofAccount = { ...sandbox, accountId: account.id };
  const find = async (query: object): Promise<RemoteMessage[]> => {
    const found = await callControl<MessagesView>(
      ofAccount,
      `/messages?${searchOf({ whole: true, ...query })}`,
    );
    return found.messages.map((message) => {
      const path = `/messages/${encodeURIComponent(message.id)}`;
      return {
        ...message,
        ...linksAndCodesOf(message),
        raw: async () => (await responseOf(ofAccount, `${path}/raw`)).bytes(),
        check: (options = {}) => callControl<EmailChecks>(ofAccount, `${path}/check?${searchOf(options)}`),
      };
    });
  };
  const keyOf = (environment: 'live' | 'test') =>
    account.keys.find((key) => key.environment === environment)?.key ?? '';
  return {
    url: sandbox.url.replace(/\/$/, ''),
    id: account.id,
    domain: account.domain.name,
    testApiKey: keyOf('test'),
    liveApiKey: keyOf('live'),
    messages: (filter = {}) => find(filter),
    waitForMessage: async (filter = {}, timeout = defaultWait) => {
      const wait = durationText(timeout);
      const [message] = await find({ ...filter, limit: 1, wait });
      if (message) return message;
      const search = searchOf(failedSends);
      const failed = await callControl<PageOf<'requests', RequestRow>>(ofAccount, `/requests?${search}`);
      throw new Error(
        `No message of ${account.domain.name} matched ${JSON.stringify(filter)} within ${wait}. ${contents(await find({}))}${failedSendsText(failed)}`,
      );
    },
    save: async (test) => (await responseOf(ofAccount, '/recording', test)).text(),
  };
}

/** Calls the control plane of a served sandbox. A body makes it a POST. `undefined` for an empty response. */
export async function callControl<T>(sandbox: CalledSandbox, path: string, body?: object): Promise<T> {
  const text = await (await responseOf(sandbox, path, body)).text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function responseOf(sandbox: CalledSandbox, path: string, body?: object): Promise<Response> {
  const response = await callSandbox(sandbox, path, body);
  if (response.ok) return response;
  const { pathname } = new URL(response.url);
  throw new Error(`The sandbox responded with ${response.status} to ${pathname}: ${await response.text()}`);
}
