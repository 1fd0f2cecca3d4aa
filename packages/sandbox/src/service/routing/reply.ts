import type { Answer } from '../wire/envelope.ts';

/** A response to send, or a connection to break. */
export type Reply = Answer | BrokenConnection;

/** A connection that a fault breaks: before any response, or after half of the body of `answer`. */
export type BrokenConnection =
  | {
      /** How the connection breaks. */
      readonly network: 'reset' | 'drop' | 'hang';
    }
  | {
      /** How the connection breaks. */
      readonly network: 'cut';
      /** The response of which only the beginning arrives. */
      readonly answer: Answer;
    };

/** The first half of a body and its whole length, for a connection that is cut halfway. */
export function halved(body: Answer['body']): { readonly half: Uint8Array; readonly length: number } {
  const bytes =
    typeof body === 'string' ? new TextEncoder().encode(body) : body instanceof Uint8Array ? body : empty;
  return { half: bytes.subarray(0, bytes.length >> 1), length: bytes.length };
}

const empty = new Uint8Array();

/** Changes the response of a reply, if it has one. */
export function mapAnswer(reply: Reply, map: (answer: Answer) => Answer): Reply {
  if (!('network' in reply)) return map(reply);
  return isCut(reply) ? { network: 'cut', answer: map(reply.answer) } : reply;
}

/** The response that reaches the caller, whole or cut off; `undefined` if no response comes. */
export function answerOf(reply: Reply): Answer | undefined {
  if (!('network' in reply)) return reply;
  return isCut(reply) ? reply.answer : undefined;
}

/** The status that the caller sees; `undefined` if no response comes. */
export function statusOf(reply: Reply): number | undefined {
  return answerOf(reply)?.status;
}

function isCut(broken: BrokenConnection): broken is Extract<BrokenConnection, { network: 'cut' }> {
  return broken.network === 'cut';
}
