import type { Socket } from 'node:net';
import { answerTogether } from './answer-together.ts';
import type { Exchange } from './node-exchange.ts';

/** Requests of one connection that may wait; with more, the connection is read no further. */
const mostWaiting = 100;

/**
 * Answers the requests of each connection one by one: the next one takes effect when the answer before
 * it has left this process. So pipelined requests take effect in order, a caller that sends without
 * reading stops only itself, and every connection gets its turn (record 0024).
 */
export function oneByOne(answer: (...exchange: Exchange) => Promise<void>): (...exchange: Exchange) => void {
  const together = answerTogether();
  const connections = new WeakMap<Socket, Exchange[]>();

  const answerFirst = async (socket: Socket, waiting: Exchange[]) => {
    const [exchange] = waiting;
    // Nothing takes effect after the connection has ended.
    if (!exchange || !socket.writable) return;
    const [, outgoing] = exchange;
    outgoing.once('close', () => {
      waiting.shift();
      if (waiting.length > 0) together(() => answerFirst(socket, waiting));
      if (waiting.length === mostWaiting) socket.resume();
    });
    try {
      await answer(...exchange);
    } catch (error) {
      outgoing.destroy(error as Error);
    }
  };

  const open = (socket: Socket): Exchange[] => {
    const waiting: Exchange[] = [];
    connections.set(socket, waiting);
    // Node resumes reading after each request.
    socket.on('resume', () => {
      if (waiting.length > mostWaiting) socket.pause();
    });
    return waiting;
  };

  return (...exchange) => {
    const [{ socket }] = exchange;
    const waiting = connections.get(socket) ?? open(socket);
    waiting.push(exchange);
    if (waiting.length === 1) together(() => answerFirst(socket, waiting));
    else if (waiting.length > mostWaiting) socket.pause();
  };
}
