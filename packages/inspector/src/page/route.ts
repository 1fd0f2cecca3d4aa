import { useEffect, useState } from 'preact/hooks';

/** Where in the page the user is: `#/messages/msg_1` is the view `messages` with `msg_1` chosen. */
export interface Route {
  readonly view: string;
  readonly item: string | undefined;
}

/** The address of a view, or of one thing in it. */
export function hrefOf(view: string, item?: string): string {
  return item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`;
}

/** Follows the address of the page. */
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
  const [, view = '', item] = /^#\/([\w-]+)(?:\/(.+))?$/.exec(location.hash) ?? [];
  return { view: view === '' ? 'messages' : view, item: item === undefined ? undefined : decoded(item) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
