import type { Sandbox } from '@mailrig/sandbox';
import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import { setupServer } from 'msw/node';

/** A sandbox that answers requests. */
export interface Mounted {
  /** Address without a trailing slash. */
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  close(): Promise<void> | void;
}

/** One way to reach a sandbox. */
export interface Mount {
  readonly name: 'sandbox.fetch' | 'MSW' | 'HTTP';
  /** MSW has no control plane: its handlers are the operations and the upload URL. */
  readonly hasControlPlane: boolean;
  mount(sandbox: Sandbox): Promise<Mounted> | Mounted;
}

/** Every way to reach a sandbox. All must behave alike. */
export const mounts: readonly Mount[] = [
  {
    name: 'sandbox.fetch',
    hasControlPlane: true,
    mount: ({ baseUrl, fetch }) => ({ baseUrl, fetch, close() {} }),
  },
  {
    name: 'MSW',
    hasControlPlane: false,
    mount(sandbox) {
      const server = setupServer(...handlers(sandbox));
      server.listen({ onUnhandledFrame: 'error' });
      return { baseUrl: sandbox.baseUrl, fetch: globalThis.fetch, close: () => server.close() };
    },
  },
  {
    name: 'HTTP',
    hasControlPlane: true,
    async mount(sandbox) {
      // In process every page may call; over HTTP only known ones may (A127).
      const server = await serve({ sandbox, port: 0, cors: ['*'] });
      return { baseUrl: server.url, fetch: globalThis.fetch, close: () => server.close() };
    },
  },
];
