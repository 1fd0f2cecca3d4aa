/** Text with every API key in it cut to its environment: `sk_live_***`. */
export function redactKeys(text: string): string {
  if (!text.includes('sk_')) return text;
  return text.replaceAll(/(sk_(?:live|test)_)[\w-]+/g, '$1***');
}

/** The value of an authentication header, reduced to its scheme and the environment of the key. */
export function redactCredentials(text: string): string {
  const [shown] =
    /^(?:(?:bearer|basic|digest|token)\s+)?(?:sk_(?:live|test)_)?/i.exec(text.trimStart()) ?? [];
  return `${shown}***`;
}

/** A JSON value with every API key in it cut to its environment. */
export function withoutKeys<T>(value: T): T {
  const text = JSON.stringify(value) ?? '';
  const redacted = redactKeys(text);
  return redacted === text ? value : (JSON.parse(redacted) as T);
}

/** Text with the token of every presigned URL in it replaced. */
export function redactTokens(text: string): string {
  if (!text.includes('token=')) return text;
  return text.replaceAll(/(^|[?&])(token=)[^&"\s]*/g, '$1$2***');
}
