import type { MessageView } from '@mailrig/sandbox';

/** What this example asks of the sandbox's control plane, over HTTP. */
export class Control {
  readonly #url: string;

  /** @param url Where the sandbox is served. */
  constructor(url: string) {
    this.#url = `${url}/_sandbox`;
  }

  /** All mail that was captured. */
  async messages(): Promise<readonly MessageView[]> {
    const { messages } = await this.#call<{ messages: MessageView[] }>('GET', '/messages?limit=10000');
    return messages;
  }

  /** Lets sends take effect whose answers never come: `times` of them, after `skip` others. */
  async hangAfterSending(skip: number, times: number): Promise<void> {
    const effect = { network: 'hang' };
    await this.#call('POST', '/faults', { operation: 'sendEmail', skip, times, phase: 'after', effect });
  }

  /** Whether faults are still to come. */
  async hasFaults(): Promise<boolean> {
    const { faults } = await this.#call<{ faults: readonly unknown[] }>('GET', '/faults');
    return faults.length > 0;
  }

  /** How many requests had an answer with this status. */
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
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}
