import { hostnameFrom } from '../service/routing/access.ts';

/** The address for callers on this machine: loopback if the server listens on all addresses. */
export function reachableAt(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

/** The address of a sandbox that listens on a host and a port, for callers on this machine. */
export function addressOf(host: string, port: number): string {
  return reachableAt(`http://${hostnameFrom(host) ?? host}:${port}`);
}
