import type { ClockView } from '@mailrig/sandbox';
import type { ReadyCommand } from '@mailrig/sandbox/node';

/** A change to the sandbox's clock. */
export type ClockMove = { readonly advance: string } | { readonly freeze: boolean };

/** Calls the sandbox's control plane over HTTP. */
export class Control {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ announcement, controlToken }: ReadyCommand) {
    this.#url = announcement.controlUrl;
    this.#headers = {
      'content-type': 'application/json',
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
    };
  }

  clock(): Promise<ClockView> {
    return this.#call('GET', '/clock');
  }

  moveClock(move: ClockMove): Promise<ClockView> {
    return this.#call('POST', '/clock', move);
  }

  /** Attachment `n` of a captured message as text, counted from 0. */
  attachment(messageId: string, n: number): Promise<string> {
    return this.#read('GET', `/messages/${encodeURIComponent(messageId)}/attachments/${n}`);
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    return JSON.parse(await this.#read(method, path, body)) as T;
  }

  async #read(method: string, path: string, body?: object): Promise<string> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: this.#headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`control plane: ${method} ${path} failed with status ${response.status}: ${text}`);
    return text;
  }
}
