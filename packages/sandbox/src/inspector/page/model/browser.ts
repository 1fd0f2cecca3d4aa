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

/** Where the browser stores the token of the control plane until the tab closes. */
export const tokenKey = 'mailrig-control-token';

/** The token of the control plane, from `#token=…` in the URL, which it removes, or from earlier in this tab. */
export function tokenAtStart({ location, history, sessionStorage }: Browser): string | undefined {
  const [, given] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (given !== undefined) {
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    sessionStorage.setItem(tokenKey, decodeURIComponent(given));
  }
  return sessionStorage.getItem(tokenKey) ?? undefined;
}
