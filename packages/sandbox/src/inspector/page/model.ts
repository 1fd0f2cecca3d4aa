import { type ReadonlySignal, Signal } from '@preact/signals';
import { Model } from './model/model.ts';

/** The model with the values of its signals. */
type Values<T> = { readonly [Name in keyof T]: T[Name] extends ReadonlySignal<infer V> ? V : T[Name] };

/** What this page shows, and what it can do. A component renders again when a value that it took has changed. */
export const model = new Proxy<object>(new Model(window), {
  get: (target, name) => {
    const member: unknown = Reflect.get(target, name);
    return member instanceof Signal ? member.value : member;
  },
}) as Values<Model>;

export const { go, hrefOf, setParams } = model.address;

/** One value of the view's state in the URL, empty by default, with the function that changes it. */
export function useParam(name: string): readonly [value: string, set: (value: string) => void] {
  return [model.route.params[name] ?? '', (value) => setParams({ [name]: value })];
}
