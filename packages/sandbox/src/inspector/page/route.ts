import { useEffect, useMemo, useState } from 'preact/hooks';

/** The state of a view that its URL holds: searches, filters, the chosen tab. Empty values are left out. */
export type Params = Readonly<Record<string, string>>;

/** The view, the selected item, and the state of the view: `#/messages/msg_1?q=invoice&tab=Text`. */
export interface Route {
  readonly view: string;
  readonly item: string | undefined;
  readonly params: Params;
}

/**
 * The link to a view, or to one item in it. The account always stays chosen, and so does a moment of the past.
 *
 * @param params Default: those of the current view if the link stays in it, otherwise none.
 */
export function hrefOf(view: string, item?: string, params?: Params): string {
  const now = routeNow();
  const kept = params ?? (view === now.view ? now.params : {});
  const { account, at } = now.params;
  const chosen = { ...(account !== undefined && { account }), ...(at !== undefined && { at }) };
  const query = new URLSearchParams({ ...kept, ...chosen }).toString();
  const path = item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`;
  return query === '' ? path : `${path}?${query}`;
}

/** Changes the state of the current view without an entry in the browser's history. An empty value leaves. */
export function setParams(changes: Params): void {
  const { view, item, params } = routeNow();
  const entries = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  const path = item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`;
  history.replaceState(null, '', query === '' ? path : `${path}?${query}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** One value of the view's state, empty by default, with the function that changes it. */
export function useParam(name: string): readonly [value: string, set: (value: string) => void] {
  const { params } = useRoute();
  return [params[name] ?? '', (value) => setParams({ [name]: value })];
}

/** The current route; updates when the URL changes. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    // The URL may have changed between the first render and now.
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return useMemo(routeNow, [hash]);
}

/** The route in the URL at this moment. Components use {@link useRoute}. */
export function routeNow(): Route {
  const [, view = '', item, query = ''] = /^#\/([\w-]+)(?:\/([^?]+))?(?:\?(.*))?$/.exec(location.hash) ?? [];
  return {
    view: view === '' ? 'messages' : view,
    item: item === undefined ? undefined : decoded(item),
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
