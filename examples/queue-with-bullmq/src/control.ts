import type { MessageView } from '@mailrig/sandbox';

/** The calls that this example makes to the sandbox's control plane. */
export class Control {
  readonly #url: string;

  /** @param url The URL of the sandbox. */
  constructor(url: string) {
    this.#url = `${url}/_sandbox`;
  }

  /** All captured mail. */
  async messages(): Promise<readonly MessageView[]> {
    const { messages } = await this.#call<{ messages: MessageView[] }>(
      'GET',
      '/messages?limit=1000&whole=true',
    );
    return messages;
  }

  /** After `skip` normal sends, sends `times` emails without ever answering. */
  async hangAfterSending(skip: number, times: number): Promise<void> {
    const effect = { network: 'hang' };
    await this.#call('POST', '/faults', { operation: 'sendEmail', skip, times, phase: 'after', effect });
  }

  /** Whether any fault is still waiting to be used. */
  async hasFaults(): Promise<boolean> {
    const { faults } = await this.#call<{ faults: readonly unknown[] }>('GET', '/faults');
    return faults.length > 0;
  }

  /** The number of requests answered with this status. */
  async answered(status: number): Promise<number> {
    const { total } = await this.#call<{ total: number }>('GET', `/requests?status=${status}`);
    return total;
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} failed with status ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}
