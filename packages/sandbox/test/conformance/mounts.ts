import { handlers } from '@mailrig/sandbox/msw';
import { serve } from '@mailrig/sandbox/node';
import type { createSandbox } from '@mailrig/sandbox';
import { setupServer } from 'msw/node';

/** The sandbox under test. */
export type Sandbox = ReturnType<typeof createSandbox>;

/** A sandbox that can be reached. */
export interface Mounted {
  /** Where it answers, without a trailing slash. */
  readonly url: string;
  readonly fetch: typeof fetch;
  close(): Promise<void> | void;
}

/** One way to reach a sandbox. */
export interface Mount {
  readonly name: string;
  mount(sandbox: Sandbox): Promise<Mounted> | Mounted;
}

/** Every way to reach a sandbox; each must behave like the others. */
export const mounts: readonly Mount[] = [
  {
    name: 'sandbox.fetch',
    mount: (sandbox) => ({ url: sandbox.baseUrl, fetch: sandbox.fetch, close() {} }),
  },
  {
    name: 'MSW',
    mount(sandbox) {
      const server = setupServer(...handlers(sandbox));
      server.listen({ onUnhandledFrame: 'error' });
      return { url: sandbox.baseUrl, fetch: globalThis.fetch, close: () => server.close() };
    },
  },
  {
    name: 'HTTP',
    async mount(sandbox) {
      const server = await serve({ sandbox, port: 0 });
      return { url: server.url, fetch: globalThis.fetch, close: () => server.close() };
    },
  },
];
