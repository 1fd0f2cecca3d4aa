import { computed, signal } from '@preact/signals';
import type { Browser } from './browser.ts';

/** The state of a view that its URL holds: searches, filters, the chosen tab. Empty values are left out. */
export type Params = Readonly<Record<string, string>>;

/** The view, the selected item, and the state of the view: `#/messages/msg_1?q=invoice&tab=Text`. */
export interface Route {
  readonly view: string;
  readonly item: string | undefined;
  readonly params: Params;
}

/** The route in the browser's URL. */
export class Address {
  readonly #browser: Browser;
  readonly #hash = signal('');
  readonly #route = computed(() => routeIn(this.#hash.value));

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#hash.value = browser.location.hash;
  }

  /** The current route. */
  get route(): Route {
    return this.#route.value;
  }

  /** Takes over the URL, which has changed. */
  readonly follow = (): void => {
    this.#hash.value = this.#browser.location.hash;
  };

  /**
   * The link to a view, or to one item in it. What is chosen for all views stays: the account, a moment of the past,
   * and how mail is shown. Without `params`, the current ones stay if the view does.
   */
  readonly hrefOf = (view: string, item?: string, params?: Params): string => {
    const { route } = this;
    const { account = '', at = '', width = '', scheme = '', images = '' } = route.params;
    const kept = params ?? (view === route.view ? route.params : {});
    return hashOf({ view, item, params: { ...kept, account, at, width, scheme, images } });
  };

  /** Opens what {@link Address.hrefOf} links to. */
  readonly go = (view: string, item?: string, params?: Params): void => {
    this.#browser.location.hash = this.hrefOf(view, item, params);
    this.follow();
  };

  /** Changes the state of the current view without an entry in the browser's history. An empty value leaves. */
  readonly setParams = (changes: Params): void => {
    this.follow();
    const { view, item, params } = this.route;
    this.#browser.history.replaceState(null, '', hashOf({ view, item, params: { ...params, ...changes } }));
    this.follow();
  };
}

function hashOf({ view, item, params }: Route): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  const path = item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`;
  return query === '' ? path : `${path}?${query}`;
}

function routeIn(hash: string): Route {
  const [, view = '', item, query = ''] = /^#\/([\w-]+)(?:\/([^?]+))?(?:\?(.*))?$/.exec(hash) ?? [];
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
