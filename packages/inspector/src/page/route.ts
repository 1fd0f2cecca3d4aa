import { useEffect, useState } from 'preact/hooks';

/**
 * The view and the selected item: `#/messages/msg_1` is the view `messages` with `msg_1` selected. Links from
 * outside name an account that is not the default one: `#/messages/msg_1?account=acc_1`.
 */
export interface Route {
  readonly view: string;
  readonly item: string | undefined;
  readonly account: string | undefined;
}

/** The link to a view, or to one item in it. */
export function hrefOf(view: string, item?: string): string {
  return item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`;
}

/** The current route; updates when the URL changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(routeNow);
  useEffect(() => {
    const follow = () => setRoute(routeNow());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function routeNow(): Route {
  const [, view = '', item, query = ''] = /^#\/([\w-]+)(?:\/([^?]+))?(?:\?(.*))?$/.exec(location.hash) ?? [];
  return {
    view: view === '' ? 'messages' : view,
    item: item === undefined ? undefined : decoded(item),
    account: new URLSearchParams(query).get('account') ?? undefined,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
