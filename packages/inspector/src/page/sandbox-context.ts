import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { Account, Clock, SandboxEvent } from './control-types.ts';
import { call, CallError, type CallOptions, type Caller } from './control-plane.ts';

/** State and actions that the whole page shares. */
export interface SandboxPage {
  readonly caller: Caller;
  /** All accounts, the default one first. */
  readonly accounts: readonly Account[];
  /** The selected account; `undefined` until the accounts have loaded. */
  readonly account: Account | undefined;
  /** Selects an account by id; `undefined` for the default one. */
  readonly choose: (account: string | undefined) => void;
  /** Goes up whenever something may have changed. */
  readonly changes: number;
  /** Reloads everything on the page. */
  readonly refresh: () => void;
  readonly clock: Clock | undefined;
  /** Whether the sandbox does not respond: the page shows its last state. */
  readonly isLost: boolean;
  /** The latest events, newest first. */
  readonly events: readonly SandboxEvent[];
  /** Shows a short notice. */
  readonly notify: (text: string, kind?: 'done' | 'problem') => void;
}

export const SandboxContext = createContext<SandboxPage | undefined>(undefined);

/** The shared state and actions. Throws outside {@link SandboxContext}. */
export function useSandbox(): SandboxPage {
  const page = useContext(SandboxContext);
  if (!page) throw new Error('Wrap this component in SandboxContext.Provider');
  return page;
}

/** An answer of the control plane or an error message. Both are absent while the first call runs. */
export interface Answered<Answer> {
  readonly answer?: Answer;
  readonly problem?: string;
}

/** Reads from the control plane, and reads again whenever something may have changed. */
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
        // Without a response, the last answer stays and the banner says why.
        if (left.signal.aborted || (error instanceof CallError && error.status === 0)) return;
        setState({ problem: messageOf(error), from });
      },
    );
    return () => left.abort();
  }, [caller, path, changes]);
  return state;
}

/** A call with what to show afterwards. */
export interface ActionOptions extends CallOptions {
  /** Notice to show on success. */
  readonly done?: string;
  /** Whether to call without the selected account, so that the target may belong to any account. Default `false`. */
  readonly anyAccount?: boolean;
}

/** Calls the control plane, shows the outcome as a notice, and resolves to whether the call succeeded. */
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

/** The text to show for an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
