import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { call, type Caller, CallError, type Given, isNoResponse, shownProblem } from './control-plane.ts';
import type { ResponseOf, VerbName } from './control-types.ts';
import { model } from './model.ts';
import { OneAtATime } from './model/one-at-a-time.ts';

/** The last response of the control plane, and why the last call failed. Both are absent while the first one runs. */
export interface ReadState<Value> {
  readonly response?: Value;
  /** Absent if the sandbox did not respond but did before: a banner shows that. */
  readonly problem?: string;
  /** Whether the response is that it does not exist. */
  readonly isAbsent?: boolean;
}

interface ReadOptions {
  /** Whether to read again whenever something may have changed. Default `false`. */
  readonly again?: boolean;
  /** Milliseconds before something else is read, so that typing does not read with each key. Default 0. */
  readonly delay?: number;
}

/** Something that is read from the control plane, by one call at a time. */
export class Resource<Value> {
  /** What was read last; `undefined` until the first read ends. */
  readonly state = signal<ReadState<Value>>();
  /** Reads. During a read, this asks for one more afterwards instead of starting again, so that slow reads end. */
  readonly refresh: () => void;
  /** Nothing changes from now on. */
  readonly close: () => void;

  /** @param delay Milliseconds before the first read. */
  constructor(read: (signal: AbortSignal) => Promise<Value>, delay: number) {
    const wait = (sinceLast: number) => (sinceLast === Infinity ? delay : 0);
    const reading = new OneAtATime((signal) => this.#readOnce(read, signal), { wait });
    this.refresh = reading.ask;
    this.close = reading.stop;
  }

  async #readOnce(read: (signal: AbortSignal) => Promise<Value>, signal: AbortSignal): Promise<void> {
    try {
      const response = await read(signal);
      if (!signal.aborted) this.state.value = { response };
    } catch (error) {
      const before = this.state.peek();
      if (signal.aborted || (before?.response !== undefined && isNoResponse(error))) return;
      const isAbsent = error instanceof CallError && error.status === 404;
      this.state.value = { ...before, problem: shownProblem(error), isAbsent };
    }
  }
}

/** What a resource last read, made again when one of `causes` changes. Until then, that of the one before stays. */
export function useResource<Value, Kind extends Resource<Value>>(
  make: (caller: Caller, delay: number) => Kind & Resource<Value>,
  causes: readonly unknown[],
  { again = false, delay = 0 }: ReadOptions,
): readonly [resource: Kind, shown: ReadState<Value>] {
  const { caller, changes } = model;
  const shown = useRef<ReadState<Value>>(undefined);
  const resource = useMemo(() => make(caller, shown.current ? delay : 0), [caller, ...causes]);
  shown.current = resource.state.value ?? shown.current;
  useEffect(() => {
    resource.refresh();
    return resource.close;
  }, [resource]);
  useEffect(() => {
    if (again) resource.refresh();
  }, [again, changes]);
  return [resource, shown.current ?? {}];
}

/** Reads something at first and whenever one of `causes` changes. */
export function useRead<Value>(
  read: (caller: Caller, signal: AbortSignal) => Promise<Value>,
  causes: readonly unknown[],
  options: ReadOptions = {},
): ReadState<Value> {
  const make = (caller: Caller, delay: number) => new Resource((signal) => read(caller, signal), delay);
  return useResource(make, causes, options)[1];
}

/** Calls a verb, again whenever something may have changed. */
export function useResponse<Name extends VerbName>(
  verb: Name,
  given?: Given<Name>,
  options: ReadOptions = { again: true },
): ReadState<ResponseOf<Name>> {
  const causes = [verb, JSON.stringify(given)];
  return useRead((caller, signal) => call(caller, verb, given, { signal }), causes, options);
}
