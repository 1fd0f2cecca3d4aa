/** A request to write as a command. */
export interface CurlRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Headers by their names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as a text. */
  readonly body?: string | undefined;
}

/**
 * A request as a `curl` command for a POSIX shell.
 *
 * @param between What separates its words. Default: a space.
 */
export function curlCommand({ method, url, headers, body }: CurlRequest, between = ' '): string {
  // With a body, curl posts.
  const isUsual = method === (body === undefined ? 'GET' : 'POST');
  return [
    `curl${isUsual ? '' : ` -X ${method}`} ${shellWord(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(between);
}

/**
 * A word for a POSIX shell, in quotes only if it needs them, as the brackets of IPv6 addresses do in zsh.
 *
 * @param text Any text.
 */
export function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : quoted(text);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
