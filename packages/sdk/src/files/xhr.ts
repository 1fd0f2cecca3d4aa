import type { WireRequest } from '../call/wire-request.ts';

/**
 * Sends one upload through `XMLHttpRequest`, which always follows redirects.
 *
 * @param bytes Sent as the body, because XHR cannot send the body of a `Request`.
 * @param onSent Called with the number of bytes sent so far.
 */
export function fetchOverXHR(
  bytes: Uint8Array<ArrayBuffer>,
  onSent: (sent: number) => void,
): NonNullable<WireRequest['fetch']> {
  return ({ method, url, headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new TypeError('the upload got no response'));
      const abort = () => request.abort();
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      for (const name of ['loadstart', 'progress'] as const) {
        request.upload.addEventListener(name, ({ loaded }) => onSent(loaded));
      }
      request.addEventListener('load', () => resolve(Promise.resolve(request).then(responseOf)));
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
      signal.addEventListener('abort', abort);
      request.send(bytes);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request;
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1)];
  });
  // A response with status 204 must have no body, not even an empty one.
  return new Response(responseText || null, { status, statusText, headers });
}
