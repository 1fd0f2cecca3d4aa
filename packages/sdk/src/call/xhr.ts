/** Whether there is `XMLHttpRequest`, the one way in which a browser tells how much of a body has gone out. */
export function hasXHR(): boolean {
  return 'XMLHttpRequest' in globalThis;
}

/**
 * A `fetch` for one upload that tells how much of it has gone out. It follows redirects, as every
 * `XMLHttpRequest` does.
 *
 * @param onSent Is given the number of bytes.
 */
export function fetchOverXHR(onSent: (sent: number) => void): typeof globalThis.fetch {
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const fail = () => reject(new TypeError('the upload was not answered'));
      const abort = () => request.abort();
      request.open(method, String(url));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      for (const name of ['loadstart', 'progress'] as const) {
        request.upload.addEventListener(name, ({ loaded }) => onSent(loaded));
      }
      request.addEventListener('load', () => resolve(Promise.resolve(request).then(answerOf)));
      request.addEventListener('error', fail);
      request.addEventListener('abort', fail);
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      // Streams go through the real `fetch`.
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request;
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1)];
  });
  // An answer without a body must not be given one, not even an empty one.
  return new Response(responseText || null, { status, statusText, headers });
}
