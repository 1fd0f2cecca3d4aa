import type { SandboxResponse } from '../wire/envelope.ts';

/** A response to send, or a connection to break. */
export type ExchangeResult = SandboxResponse | BrokenConnection;

/** A connection that a fault breaks: before any response, or after half of the body of `response`. */
export type BrokenConnection =
  | {
      /** How the connection breaks. */
      readonly network: 'reset' | 'drop' | 'hang';
    }
  | {
      /** How the connection breaks. */
      readonly network: 'cut';
      /** The response of which only the beginning arrives. */
      readonly response: SandboxResponse;
    };

/** The first half of a body and its whole length, for a connection that is cut halfway. */
export function halved(body: SandboxResponse['body']): {
  readonly half: Uint8Array;
  readonly length: number;
} {
  const bytes =
    typeof body === 'string' ? new TextEncoder().encode(body) : body instanceof Uint8Array ? body : empty;
  return { half: bytes.subarray(0, bytes.length >> 1), length: bytes.length };
}

const empty = new Uint8Array();

/** Changes the response that an exchange ends with, if it ends with one. */
export function mapResponse(
  result: ExchangeResult,
  map: (response: SandboxResponse) => SandboxResponse,
): ExchangeResult {
  if (!('network' in result)) return map(result);
  return 'response' in result ? { network: 'cut', response: map(result.response) } : result;
}

/** The response that reaches the caller, whole or cut off; `undefined` if no response comes. */
export function responseOf(result: ExchangeResult): SandboxResponse | undefined {
  if (!('network' in result)) return result;
  return 'response' in result ? result.response : undefined;
}

/** The status that the caller sees; `undefined` if no response comes. */
export function statusOf(result: ExchangeResult): number | undefined {
  return responseOf(result)?.status;
}
