import type { LookupFunction } from 'node:net';
import { within } from '../../service/kernel/timers.ts';

/** What a link leads to. */
export interface FollowedLink {
  /** The link as it is in the message. */
  readonly url: string;
  /** Status of the last response, after at most 5 redirects. */
  readonly status?: number;
  /** Why it is broken: `404`, `refused`, `no such host`; absent if it works. */
  readonly problem?: string;
}

/** How to follow links. */
export interface FollowOptions {
  /** Whether to call addresses of this machine and of private networks. */
  readonly allowPrivate: boolean;
  /** Real milliseconds for each link, redirects included. */
  readonly timeout: number;
}

const mostRedirects = 5;

/** Finds out with HEAD requests where a link leads. It never throws. */
export async function followLink(
  url: string,
  { allowPrivate, timeout }: FollowOptions,
): Promise<FollowedLink> {
  const ended = new AbortController();
  const follow = async () => {
    let target = new URL(url);
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const { status, location } = await ask(target, allowPrivate, ended.signal);
      if (location === undefined)
        return status < 400 ? { url, status } : { url, status, problem: String(status) };
      target = new URL(location, target);
    }
    return { url, problem: 'too many redirects' };
  };
  const found = await within(
    timeout,
    follow().catch((error: unknown) => ({ url, problem: problemOf(error) })),
  );
  ended.abort();
  return found?.value ?? { url, problem: 'no response in time' };
}

/** Why a request failed, by the system's code. */
const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no such host',
  ERR_INVALID_URL: 'not a URL',
};

function problemOf(error: unknown): string {
  const { code = '', message = '' } = Object(error) as { readonly code?: string; readonly message?: string };
  return problems[code] ?? (code === '' ? message : code);
}

interface Asked {
  readonly status: number;
  /** Present for a redirect. */
  readonly location?: string | undefined;
}

function ask(target: URL, allowPrivate: boolean, signal: AbortSignal): Promise<Asked> {
  const { protocol, hostname } = target;
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`leads to ${protocol}`);
  const { isIP } = process.getBuiltinModule('node:net');
  const { request } = process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https');
  // An address is not looked up.
  if (!allowPrivate && isIP(bare(hostname)) !== 0) refusePrivate(bare(hostname));
  const lookup = allowPrivate ? undefined : lookUpPublic;
  return new Promise((resolve, reject) => {
    const options = { method: 'HEAD', agent: false, signal, ...(lookup && { lookup }) };
    const asked = request(target, options, ({ statusCode: status = 0, headers }) => {
      resolve({ status, location: status >= 300 && status < 400 ? headers.location : undefined });
      asked.destroy();
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Looks a name up and refuses private addresses: the connection goes to what was checked, so a name cannot change. */
const lookUpPublic: LookupFunction = (name, options, done) => {
  const { lookup } = process.getBuiltinModule('node:dns');
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    try {
      for (const { address } of addresses) refusePrivate(address);
    } catch (refusal) {
      return done(refusal as Error, []);
    }
    const [first] = addresses;
    if (options.all || !first) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

function refusePrivate(address: string): void {
  const { BlockList, isIPv4 } = process.getBuiltinModule('node:net');
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  for (const range of reserved[family]) {
    const [start = '', bits] = range.split('/');
    list.addSubnet(start, Number(bits), family);
  }
  if (list.check(address, family)) throw new Error(`private address ${address}: not followed`);
}

/** Addresses that are not of the public internet (RFC 6890). Of IPv6, only 2000::/3 is. */
const reserved = {
  ipv4: (
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3'
  ).split(' '),
  ipv6: '::/3 2001::/23 2001:db8::/32 2002::/16 4000::/2 8000::/1'.split(' '),
} as const;

/** The address in `[::1]`. */
function bare(hostname: string): string {
  return hostname.replaceAll(/[[\]]/g, '');
}

/** Whether this runs in CI. */
export function isCi(): boolean {
  const ci = process.env['CI'] ?? '';
  return ci !== '' && ci !== 'false' && ci !== '0';
}
