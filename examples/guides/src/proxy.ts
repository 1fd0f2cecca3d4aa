import ky from 'ky';
import { Mailrig, type MailrigOptions } from 'mailrig';
import { ProxyAgent } from 'undici';

/** A client whose requests go through a proxy, for example `http://proxy.example.com:8080`. */
export function throughProxy(proxy: string, options: MailrigOptions = {}): Mailrig {
  const route = { dispatcher: new ProxyAgent(proxy) };
  const proxied = ky.extend({ fetch: (request, init) => fetch(request, { ...init, ...route }) });
  return new Mailrig({ ...options, ky: proxied });
}
