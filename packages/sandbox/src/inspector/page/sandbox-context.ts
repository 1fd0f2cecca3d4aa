import { type ReadonlySignal, Signal } from '@preact/signals';
import { Model } from './model/model.ts';

/** What this page shows, and what it can do. */
export const model = new Model(window);

/** The model with the values of its signals. */
type Values<T> = { readonly [Name in keyof T]: T[Name] extends ReadonlySignal<infer V> ? V : T[Name] };

const values = new Proxy<object>(model, {
  get: (target, name) => {
    const member: unknown = Reflect.get(target, name);
    return member instanceof Signal ? member.value : member;
  },
}) as Values<Model>;

/** The model as components read it: a component renders again when a value that it took has changed. */
export const useSandbox = (): Values<Model> => values;

/** Whether nothing can be changed: the page shows the past, or the sandbox does not respond. */
export const useIsReadOnly = (): boolean => model.isReadOnly.value;

/** The domain of an account by its id; `undefined` if there is no such account. */
export function useDomain(accountId: unknown): string | undefined {
  return useSandbox().accounts.find(({ id }) => id === accountId)?.domain.name;
}

/** The function that calls a verb, shows the outcome as a notice, and resolves to whether the call succeeded. */
export const useAction = (): Model['act'] => model.act;
