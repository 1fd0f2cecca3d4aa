import { type IncomingRequest, readStream, urlParts } from '../routing/request.ts';

/** A platform `Request` as the sandbox takes it. */
export function fromRequest(request: Request): IncomingRequest {
  return {
    method: request.method,
    ...urlParts(request.url),
    headers: request.headers,
    signal: request.signal,
    read: (limit) => readStream(request.body, limit, request.headers.get('content-length')),
  };
}
