import { type ReadonlySignal, Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { call, type Caller, CallError, type Given, isNoResponse, shownProblem } from './control-plane.ts';
import type { AnswerOf, VerbName } from './control-types.ts';
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

/** A response of the control plane or an error message. Both are absent while the first call runs. */
export interface Answered<Answer> {
  readonly answer?: Answer;
  readonly problem?: string;
  /** Whether the sandbox says that there is no such thing. */
  readonly isAbsent?: boolean;
}

/** Reads something at first and whenever one of `causes` changes. */
export function useRead<Answer>(
  read: (caller: Caller, signal: AbortSignal) => Promise<Answer>,
  causes: readonly unknown[],
): Answered<Answer> {
  const { caller } = useSandbox();
  const [state, setState] = useState<Answered<Answer>>({});
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    read(caller, signal).then(
      (answer) => {
        if (!signal.aborted) setState({ answer });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        // Without a response, the last response stays and the banner says why.
        setState((before) =>
          before.answer !== undefined && isNoResponse(error)
            ? before
            : {
                problem: shownProblem(error),
                isAbsent: error instanceof CallError && error.status === 404,
              },
        );
      },
    );
    return () => left.abort();
  }, [caller, ...causes]);
  return state;
}

/** Reads from the control plane, and reads again whenever something may have changed. */
export function useAnswer<Name extends VerbName>(verb: Name, given?: Given<Name>): Answered<AnswerOf<Name>> {
  const { changes } = useSandbox();
  const causes = [verb, JSON.stringify(given), changes];
  return useRead((caller, signal) => call(caller, verb, given, { signal }), causes);
}
