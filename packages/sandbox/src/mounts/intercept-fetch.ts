import { FetchInterceptor } from '@mswjs/interceptors/fetch/web';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import type { Sandbox } from '../control/sandbox.ts';
import { handlers, type HandlersOptions } from './msw.ts';

type Interceptor = ConstructorParameters<typeof InterceptorSource>[0]['interceptors'][number];

declare global {
  interface SymbolConstructor {
    // Declared for compilers without the library `esnext.disposable`.
    readonly dispose: unique symbol;
  }
}

/** An interception of the global `fetch` by a sandbox. */
export interface FetchInterception {
  /** Restores the global `fetch`. */
  close(): void;
  /** As `close`, at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/**
 * Answers the global `fetch` from the sandbox through MSW. It leaves `node:http` and XMLHttpRequest
 * alone, and is much faster than `setupServer`, which works on sockets. Requests to other hosts go
 * through. Needs MSW 2.15 or later, and its library `@mswjs/interceptors`, 0.45 or later, installed as well.
 */
export function interceptFetch(sandbox: Sandbox, options: HandlersOptions = {}): FetchInterception {
  // The browser's build and Node's each declare the class, so their types differ.
  const interceptor = new FetchInterceptor() as unknown as Interceptor;
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [interceptor] })],
    handlers: handlers(sandbox, options),
    onUnhandledFrame: 'bypass',
    context: { quiet: true },
  });
  network.enable();
  const close = () => network.disable();
  return { close, [Symbol.dispose]: close };
}
