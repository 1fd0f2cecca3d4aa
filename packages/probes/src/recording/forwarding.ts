/** Headers that belong to one connection, and those that fetch sets itself. */
const ownOfConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
  'accept-encoding',
]);

/** Headers that identify the caller, which a storage must never see. */
const credentials: readonly string[] = ['authorization', 'x-api-key', 'cookie'];

/** The headers of a request for the deployment. */
export function forwardedHeaders(headers: Headers): Headers {
  return passedOn(headers);
}

/** The headers of an upload for the storage: without credentials, wherever they are. */
export function uploadHeaders(headers: Headers): Headers {
  const secrets = credentials.flatMap((name) => headers.get(name)?.split(/\s+/).at(-1) || []);
  const forwarded = passedOn(headers);
  for (const [name, value] of headers) {
    const isSecret = /sk_(live|test)_/i.test(value) || secrets.some((secret) => value.includes(secret));
    if (isSecret || credentials.includes(name)) forwarded.delete(name);
  }
  return forwarded;
}

/** The headers of an answer for the application. The body is decoded: `fetch` does that. */
export function answerHeaders(headers: Headers, length: number | undefined): Headers {
  const forwarded = passedOn(headers);
  const encoded = forwarded.has('content-encoding');
  forwarded.delete('content-encoding');
  const announced = length ?? (encoded ? undefined : headers.get('content-length'));
  if (announced !== undefined && announced !== null) forwarded.set('content-length', String(announced));
  return forwarded;
}

function passedOn(headers: Headers): Headers {
  const named =
    headers
      .get('connection')
      ?.toLowerCase()
      .split(/\s*,\s*/) ?? [];
  const forwarded = new Headers(headers);
  for (const name of headers.keys()) {
    if (ownOfConnection.has(name) || named.includes(name)) forwarded.delete(name);
  }
  return forwarded;
}
