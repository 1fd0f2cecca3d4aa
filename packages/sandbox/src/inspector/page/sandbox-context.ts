import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import type { Account, AnswerOf, Clock, Fault, SandboxEvent, Summary, VerbName } from './control-types.ts';
import { call, CallError, type Caller, type CallOptions, type Given } from './control-plane.ts';
import { messageOf } from './sandbox-tables.ts';

/** A short message that disappears after some seconds. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** An `outage` also goes as soon as the sandbox is back. */
  readonly kind: 'done' | 'problem' | 'outage';
}

/** Shows the moment of an event as long as the pointer or the focus is on an element. */
export interface Peek {
  readonly end: () => void;
  /** Handlers for the element; none if `sequence` is `undefined`. */
  readonly over: (sequence: number | undefined) => {
    readonly onPointerEnter?: (event: { readonly pointerType: string }) => void;
    readonly onPointerLeave?: () => void;
    readonly onFocusIn?: () => void;
    readonly onFocusOut?: () => void;
  };
}

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
  /** The numbers of the oldest and the latest event to go back to; `undefined` if there is only the latest. */
  readonly history: { readonly oldest: number; readonly latest: number } | undefined;
  /** The latest events, newest first. */
  readonly events: readonly SandboxEvent[];
  /** How many events there are, loaded or not; `undefined` until that is known. */
  readonly eventCount: number | undefined;
  /** The faults that wait for their calls, at most 5. */
  readonly faults: readonly Fault[];
  /** What can be taken back. */
  readonly undo: Summary['undo'];
  /** Mail that came in other accounts since they were last shown. */
  readonly elsewhere: readonly { readonly account: string; readonly count: number }[];
  /** The event whose moment the page shows while the pointer or the focus is on it. */
  readonly peeked: number | undefined;
  readonly peek: Peek;
  /** Says that events will go, because this page asked for it. */
  readonly expectBack: () => void;
  /** Shows a short notice. */
  readonly notify: (text: string, kind?: Notice['kind']) => void;
}

export const SandboxContext = createContext<SandboxPage | undefined>(undefined);

/** Whether nothing can be changed: the page shows the past, or the sandbox does not respond. */
export function useIsReadOnly(): boolean {
  const page = useContext(SandboxContext);
  return page !== undefined && (page.caller.at !== undefined || page.isLost);
}

/** The shared state and actions. Throws outside {@link SandboxContext}. */
export function useSandbox(): SandboxPage {
  const page = useContext(SandboxContext);
  if (!page) throw new Error('Wrap this component in SandboxContext.Provider');
  return page;
}

/** The domain of an account by its id; `undefined` if there is no such account. */
export function useDomain(accountId: unknown): string | undefined {
  return useSandbox().accounts.find(({ id }) => id === accountId)?.domain.name;
}

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

/** A call with what to show afterwards. */
export interface ActionOptions extends Pick<CallOptions, 'file'> {
  /** Notice to show on success. */
  readonly done: string;
  /** Whether to call without the selected account, so that the target may belong to any account. Default `false`. */
  readonly anyAccount?: boolean;
  /** Whether to call although the page shows the past. Default `false`. */
  readonly fromPast?: boolean;
}

/** The verbs after which events are gone. */
const goingBack: readonly VerbName[] = ['rewind', 'reset', 'undo', 'putSnapshot'];

/** Calls a verb. */
type Act = <Name extends VerbName>(
  verb: Name,
  given: Given<Name> | undefined,
  options: ActionOptions,
) => Promise<boolean>;

/** The function that calls a verb, shows the outcome as a notice, and resolves to whether the call succeeded. */
export function useAction(): Act {
  const { caller, notify, refresh, expectBack } = useSandbox();
  return useCallback(
    async function act(verb, given, { done, anyAccount = false, fromPast = false, ...options }) {
      if (caller.at !== undefined && !fromPast) {
        notify('This is the past: go back to now, or continue from here.', 'problem');
        return false;
      }
      if (goingBack.includes(verb)) expectBack();
      try {
        await call(anyAccount ? { ...caller, account: undefined } : caller, verb, given, options);
        notify(done);
        return true;
      } catch (error) {
        notify(messageOf(error), isNoResponse(error) ? 'outage' : 'problem');
        return false;
      } finally {
        refresh();
      }
    },
    [caller, notify, refresh, expectBack],
  );
}

/** The function that takes back the last deletion, load or rewind. */
export function useUndo(): () => void {
  const act = useAction();
  return () => void act('undo', {}, { done: 'Taken back', fromPast: true });
}

/** Whether a call failed because no response came. */
export function isNoResponse(error: unknown): boolean {
  return error instanceof CallError && error.status === 0;
}

/** What to show instead of something that never loaded. */
export function shownProblem(error: unknown): string {
  return isNoResponse(error)
    ? 'This was never loaded, and the sandbox does not respond. It appears as soon as the sandbox is back.'
    : messageOf(error);
}
