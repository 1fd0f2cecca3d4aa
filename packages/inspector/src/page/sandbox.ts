import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { Account, Clock, SandboxEvent } from './answers.ts';
import { call, type CallOptions, type Caller, CallError } from './call.ts';

/** What every part of the page shares. */
export interface SandboxPage {
  readonly caller: Caller;
  /** All accounts, the default one first. */
  readonly accounts: readonly Account[];
  /** The account that is shown. */
  readonly account: Account | undefined;
  readonly choose: (account: string | undefined) => void;
  /** Counts up whenever something may have changed. */
  readonly changes: number;
  /** Makes everything that is shown be read again. */
  readonly refresh: () => void;
  readonly clock: Clock | undefined;
  /** The newest events, newest first. */
  readonly events: readonly SandboxEvent[];
  /** Tells the user something. */
  readonly notify: (text: string, kind?: 'done' | 'problem') => void;
}

export const SandboxContext = createContext<SandboxPage | undefined>(undefined);

/** What every part of the page shares. */
export function useSandbox(): SandboxPage {
  const page = useContext(SandboxContext);
  if (!page) throw new Error('There is no sandbox around this part of the page');
  return page;
}

/** An answer of the control plane, or why there is none; both are absent before the first. */
export interface Answered<Answer> {
  readonly answer?: Answer;
  readonly problem?: string;
}

/** Reads from the control plane, and again whenever something may have changed. */
export function useAnswer<Answer>(path: string): Answered<Answer> {
  const { caller, changes } = useSandbox();
  const [state, setState] = useState<Answered<Answer> & { readonly from?: string }>({});
  const from = `${caller.account} ${path}`;
  useEffect(() => {
    const left = new AbortController();
    call<Answer>(caller, path, { signal: left.signal }).then(
      (answer) => {
        if (!left.signal.aborted) setState({ answer, from });
      },
      (error: unknown) => {
        if (!left.signal.aborted) setState({ problem: messageOf(error), from });
      },
    );
    return () => left.abort();
  }, [caller, path, changes]);
  return state;
}

/** What an action does beside its call. */
export interface ActionOptions extends CallOptions {
  /** What to tell when it is done. */
  readonly done?: string;
  /** Whether it works on what belongs to any account. */
  readonly anyAccount?: boolean;
}

/** Calls the control plane and says what came of it; resolves to whether it succeeded. */
export function useAction(): (path: string, options: ActionOptions) => Promise<boolean> {
  const { caller, notify, refresh } = useSandbox();
  return useCallback(
    async (path, { done, anyAccount = false, ...options }) => {
      try {
        await call(anyAccount ? { ...caller, account: undefined } : caller, path, options);
        if (done !== undefined) notify(done);
        return true;
      } catch (error) {
        notify(messageOf(error), 'problem');
        return false;
      } finally {
        refresh();
      }
    },
    [caller, notify, refresh],
  );
}

/** What to tell the user of an error. */
export function messageOf(error: unknown): string {
  return error instanceof CallError || error instanceof Error ? error.message : String(error);
}
