import type { ClockView } from '@mailrig/sandbox';
import type { ReadyCommand } from '@mailrig/sandbox/node';

/** A move of the sandbox's clock. */
export type ClockMove = { readonly advance: string } | { readonly freeze: boolean };

/** The control plane of the sandbox, over HTTP like any other program would use it. */
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

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: this.#headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path} of the control plane answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}
