/** The form of a host in a URL: lower case, IPv6 addresses in brackets. */
export function hostnameOf(host: string): string {
  const text = host.includes(':') ? `[${host}]` : host;
  return URL.parse(`http://${text}`)?.hostname ?? text;
}

/** The address for callers on this machine: loopback if the server listens on all addresses. */
export function reachableAt(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
