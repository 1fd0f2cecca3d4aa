const storageKey = 'mailrig-control-token';

/**
 * The token of the control plane: from the address (`#token=…`), which forgets it at once, or from
 * earlier in this tab.
 */
export function tokenAtStart(): string | undefined {
  const [, given] = /^#token=([^&]+)$/.exec(location.hash) ?? [];
  if (given !== undefined) {
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    rememberToken(decodeURIComponent(given));
  }
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Keeps the token until the tab is closed. */
export function rememberToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}
