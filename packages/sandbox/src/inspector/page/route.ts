import type { Route } from './model/address.ts';
import { model } from './sandbox-context.ts';

export type { Params } from './model/address.ts';

export const { hrefOf, setParams } = model.address;

/** The current route. */
export const useRoute = (): Route => model.address.route;

/** One value of the view's state, empty by default, with the function that changes it. */
export function useParam(name: string): readonly [value: string, set: (value: string) => void] {
  const { params } = useRoute();
  return [params[name] ?? '', (value) => setParams({ [name]: value })];
}

/** The route in the URL at this moment. Components use {@link useRoute}. */
export const routeNow = (): Route => model.address.routeNow;
