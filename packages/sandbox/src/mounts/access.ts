import type { Rows } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { invalid } from '../control/control-error.ts';
import type { Sandbox } from '../control/sandbox.ts';
import { hostnameFrom, isLoopback, originFrom } from '../service/routing/access.ts';
import type { Access } from '../service/routing/request.ts';

/** Who may call a served sandbox. */
export interface AccessOptions {
  /**
   * Origins whose pages may use the API and the uploads, for example `https://app.example`, in addition to pages on
   * loopback addresses; `*` stands for all. The control plane serves only its own pages. Default: none.
   */
  readonly cors?: readonly string[];
  /**
   * Host names under which the sandbox may be called, for example `mail.test`, in addition to loopback
   * names and that of `baseUrl`; `*` stands for all. This guards against DNS rebinding. Default: none. If
   * `hostname` opens the sandbox to the network, it also answers to names that cannot be registered: addresses,
   * names without a dot such as `mail`, and names that end in `.internal`, `.local` or `.test`.
   */
  readonly allowHosts?: readonly string[];
}

const texts = z.optional(z.array(z.string()));

/** Its entries are checked when they are read. */
export const accessOptions = { cors: texts, allowHosts: texts } satisfies Rows<AccessOptions>;

/** The rule for callers that the options describe. Throws a `ControlError` naming a wrong entry. */
export function accessFrom(
  { cors = [], allowHosts = [], publicUrl: given }: AccessOptions & { readonly publicUrl?: string },
  hostname: string,
  sandbox: Pick<Sandbox, 'baseUrl' | 'publicUrl'>,
): Access {
  const publicUrl = given === undefined ? sandbox.publicUrl : originFrom(given);
  return {
    publicUrl,
    origins: cors.map((text, index) => {
      const origin = text === '*' ? text : originFrom(text);
      if (origin !== undefined) return origin;
      throw invalid(`cors[${index}]`, 'must be an origin such as https://app.example, or * for all');
    }),
    hosts: [
      ...[sandbox.baseUrl, publicUrl].flatMap((url) => (url === undefined ? [] : new URL(url).hostname)),
      ...allowHosts.map((text, index) => {
        const name = text === '*' ? text : hostnameFrom(text);
        if (name !== undefined) return name;
        throw invalid(
          `allowHosts[${index}]`,
          'must be a host name without a port, such as mail.test, or * for all',
        );
      }),
    ],
    unregistrableHosts: !isLoopback(hostnameFrom(hostname) ?? hostname),
  };
}
