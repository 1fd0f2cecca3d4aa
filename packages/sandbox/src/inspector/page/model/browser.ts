/** What the model uses of a browser's window. */
export interface Browser {
  readonly location: { hash: string; readonly pathname: string; readonly search: string };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
  readonly document: Listened & { readonly visibilityState: 'hidden' | 'visible' };
  readonly localStorage: Store;
  /** Lasts as long as the tab. */
  readonly sessionStorage: Store;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly addEventListener: Listened['addEventListener'];
}

interface Listened {
  addEventListener(
    type: 'hashchange' | 'storage' | 'visibilitychange',
    listener: () => void,
    options: { readonly signal: AbortSignal },
  ): void;
}

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}
