/** A host to listen on as a URL has it: in lower case, an IPv6 address in brackets. */
export function hostnameOf(host: string): string {
  const text = host.includes(':') ? `[${host}]` : host;
  return URL.parse(`http://${text}`)?.hostname ?? text;
}

/** The address for callers on this machine: loopback if the server listens on all addresses. */
export function reachableAt(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
