/** The address for callers on this machine: loopback if the server listens on all addresses. */
export function reachableAt(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
