import type { Socket } from 'node:net';
import type { NodeExchange } from './node-exchange.ts';
import { afterTurn } from '../service/kernel/timers.ts';

/** Requests of one connection that may wait; with more, the connection is read no further. */
const mostWaiting = 100;

/** The requests of all connections, answered in turn. */
export interface Turns {
  /** Takes a request. */
  readonly take: (...exchange: NodeExchange) => void;
  /** Resolves once every request that has arrived whole is answered, or its connection gone. */
  readonly answered: () => Promise<void>;
}

/**
 * Answers the requests of each connection one by one, until `closing` aborts. So pipelined requests take effect in
 * order, a caller that sends without reading stops only itself, and every connection gets its turn (record 0024).
 */
export function oneByOne(respond: (...exchange: NodeExchange) => Promise<void>, closing: AbortSignal): Turns {
  const together = respondTogether();
  const connections = new Map<Socket, NodeExchange[]>();
  let noteResponse = () => {};

  const respondToFirst = async (socket: Socket, waiting: NodeExchange[]) => {
    const [exchange] = waiting;
    // No request takes effect after its connection has ended.
    if (!exchange || !socket.writable) return;
    const [, outgoing] = exchange;
    if (closing.aborted && waiting.length === 1) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => {
      waiting.shift();
      if (waiting.length > 0) together(() => respondToFirst(socket, waiting));
      if (waiting.length === mostWaiting) socket.resume();
      noteResponse();
    });
    try {
      await respond(...exchange);
    } catch (error) {
      outgoing.destroy(error as Error);
    }
  };

  const open = (socket: Socket): NodeExchange[] => {
    const waiting: NodeExchange[] = [];
    connections.set(socket, waiting);
    socket.once('close', () => {
      connections.delete(socket);
      noteResponse();
    });
    // Node resumes reading after each request.
    socket.on('resume', () => {
      if (waiting.length > mostWaiting) socket.pause();
    });
    return waiting;
  };

  const isAnswered = () =>
    [...connections.values()].every((waiting) => waiting.every(([incoming]) => !incoming.complete));

  return {
    take: (...exchange) => {
      const [{ socket }] = exchange;
      const waiting = connections.get(socket) ?? open(socket);
      waiting.push(exchange);
      if (waiting.length === 1) together(() => respondToFirst(socket, waiting));
      else if (waiting.length > mostWaiting) socket.pause();
    },
    answered: async () => {
      // What the system has received already arrives within a turn.
      await new Promise<void>((resolve) => together(resolve));
      while (!isAnswered()) {
        await new Promise<void>((resolve) => {
          noteResponse = resolve;
        });
      }
    },
  };
}

/**
 * Postpones work to the end of this turn of the event loop and then does all of it in order.
 *
 * Requests that arrive together are answered one after another, without reading or writing sockets in
 * between: alternating would evict the sandbox from the processor's caches each time (record 0018).
 */
function respondTogether(): (work: () => void) => void {
  let waiting: (() => void)[] = [];
  const workOff = () => {
    const all = waiting;
    waiting = [];
    for (const work of all) work();
  };
  return (work) => {
    if (waiting.push(work) === 1) afterTurn(workOff);
  };
}
