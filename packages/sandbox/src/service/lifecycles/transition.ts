/** A row of a state machine: in state `from`, event `on` leads to `to`. The diagrams of the docs are made of them. */
export interface Transition<State extends string, Event extends string> {
  readonly from: State;
  readonly on: Event;
  readonly to: State;
  /** The reason or the time, for the docs. */
  readonly when: string;
}

/** The rows of a state machine, each written as from, on, to and when. */
export function machine<State extends string, Event extends string>(
  ...rows: readonly (readonly [from: State, on: Event, to: State, when: string])[]
): readonly Transition<State, Event>[] {
  return rows.map(([from, on, to, when]) => ({ from, on, to, when }));
}

/** The row for an event in a state; `undefined` if the event is impossible. */
export function transitionFor<State extends string, Event extends string>(
  transitions: readonly Transition<State, Event>[],
  from: State,
  on: Event,
): Transition<State, Event> | undefined {
  return transitions.find((transition) => transition.from === from && transition.on === on);
}
