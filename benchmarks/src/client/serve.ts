import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHeaders, receipt } from './answers.ts';

/** Reads each request completely and answers with the receipt. */
const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(201, { ...answerHeaders, 'content-length': receipt.length });
    response.end(receipt);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
