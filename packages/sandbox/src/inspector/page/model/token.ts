import type { Browser } from './browser.ts';

const storageKey = 'mailrig-control-token';

/**
 * The token of the control plane, from `#token=…` in the URL or from earlier in this tab. Removes the
 * token from the URL at once.
 */
export function tokenAtStart({ location, history, sessionStorage }: Browser): string | undefined {
  const [, given] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (given !== undefined) {
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    sessionStorage.setItem(storageKey, decodeURIComponent(given));
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Stores the token until the tab closes. */
export function rememberToken({ sessionStorage }: Browser, token: string): void {
  sessionStorage.setItem(storageKey, token);
}
