import type { AccountView } from '../control/accounts.ts';
import type { MessageFilter, MessagesView, MessageView } from '../control/messages.ts';
import type { Duration } from '../kernel/duration.ts';

/** Where a sandbox is served, and what to open there. */
export interface RemoteAccountOptions {
  /** Where the sandbox answers, for example `http://127.0.0.1:4010`. */
  readonly url: string;
  /** What the sandbox's control plane asks for, where it was started with `--control-token`. */
  readonly controlToken?: string | undefined;
  /** Verified domain of the new account. */
  readonly domain: string;
}

/** An account of its own on a sandbox that is served elsewhere. */
export interface RemoteAccount {
  /** Where the API answers: a client's `baseUrl`. */
  readonly url: string;
  readonly id: string;
  /** Its verified domain, from which it sends. */
  readonly domain: string;
  /** Key that only simulates sending. */
  readonly apiKey: string;
  readonly liveApiKey: string;
  /** Its captured messages that match, newest first; at most 50. */
  messages(filter?: MessageFilter): Promise<readonly MessageView[]>;
  /**
   * Waits until a message matches.
   *
   * @param timeout How long. Default 5 s; after it the promise rejects.
   */
  waitForMessage(filter?: MessageFilter, timeout?: Duration): Promise<MessageView>;
}

/** Opens an account on a sandbox that is served, through its control plane. */
export async function openRemoteAccount(options: RemoteAccountOptions): Promise<RemoteAccount> {
  const { controlToken, domain } = options;
  const url = options.url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
  };
  const body = JSON.stringify({ domain: { name: domain } });
  const account = await answered<AccountView>(`${url}/_sandbox/accounts`, { method: 'POST', headers, body });
  const find = (query: Readonly<Record<string, unknown>>) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const chosen = { ...headers, 'x-sandbox-account': account.id };
    return answered<MessagesView>(`${url}/_sandbox/messages?${search}`, { headers: chosen });
  };
  const keyOf = (environment: 'live' | 'test') =>
    account.keys.find((key) => key.environment === environment)?.key ?? '';
  return {
    url,
    id: account.id,
    domain: account.domain.name,
    apiKey: keyOf('test'),
    liveApiKey: keyOf('live'),
    messages: async (filter = {}) => (await find({ ...filter })).messages,
    waitForMessage: async (filter = {}, timeout = '5s') => {
      const { messages } = await find({ ...filter, limit: 1, wait: timeout });
      if (messages[0]) return messages[0];
      throw new Error(`No message of ${domain} matched ${JSON.stringify(filter)} within ${timeout}`);
    },
  };
}

async function answered<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`The sandbox answered ${answer.status} to ${new URL(url).pathname}: ${text}`);
  return JSON.parse(text) as T;
}
