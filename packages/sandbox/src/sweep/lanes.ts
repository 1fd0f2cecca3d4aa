import type { Effects } from './effects.ts';
import { byKey, nthOf } from './invariants.ts';
import type { Peace } from './peace.ts';
import type { Call, Step } from './steps.ts';

/** A line of one task: requests that overlap need several. */
interface Lane {
  readonly task: string;
  text: string;
  call: Call | undefined;
  note: string;
}

/**
 * Draws what passed when, a line for each task: `●` is a request that reaches the service, `○` its answer, `✗` a
 * crash.
 */
export function lanesOf<T>(steps: readonly Step[], peace: Peace<T>): string {
  const notes = notesOn(steps, peace);
  const lanes: Lane[] = peace.scenario.names.map((task) => ({ task, text: '', call: undefined, note: '' }));
  let [at, life] = [0, 1];
  for (const { kind, task, call, life: now } of steps) {
    if (now > life) {
      for (const lane of lanes) end(lane, '✗', at);
      at += 3;
      life = now;
    }
    if (!call) continue;
    if (kind === 'answer') {
      const lane = lanes.find((one) => one.call === call);
      if (lane) end(lane, '○', at);
      at += 2;
      continue;
    }
    const lane = freeLane(lanes, task);
    const label = call.name.replace(/(?<=^[a-z]+)[A-Z].*| #.*/, '');
    lane.text = `${lane.text.padEnd(at)}●${label}`;
    lane.call = call;
    lane.note ||= notes.get(call) ?? '';
    at += label.length + 2;
  }
  for (const lane of lanes) if (lane.call) lane.text = `${lane.text.padEnd(at, '─')}…`;
  const width = Math.max(...lanes.map(({ task }) => task.length));
  const length = Math.max(...lanes.map(({ text }) => text.length));
  return lanes
    .map(({ task, text, note }) => {
      const line = `${task.padEnd(width)}  ${text}`;
      return note === '' ? line : `${line.padEnd(width + 2 + length)}   ← ${note}`;
    })
    .join('\n');
}

/** The first line of a task without an open request; a new one if there is none. */
function freeLane(lanes: Lane[], task: string): Lane {
  const free = lanes.find((lane) => lane.task === task && !lane.call);
  if (free) return free;
  const lane = { task, text: '', call: undefined, note: '' };
  lanes.splice(lanes.findLastIndex((one) => one.task === task) + 1, 0, lane);
  return lane;
}

function end(lane: Lane, mark: string, at: number): void {
  lane.text = `${lane.text.padEnd(at, lane.call ? '─' : ' ')}${mark}`;
  lane.call = undefined;
}

/** Which requests did something that is usually done less often. */
function notesOn<T>(steps: readonly Step[], { serial, baseline }: Peace<T>): Map<Call, string> {
  const usual: Effects = serial[0]?.effects ?? baseline.effects;
  const most = byKey(usual.list, baseline.keyOf);
  const seen = new Map<string, number>();
  const notes = new Map<Call, string>();
  for (const { kind, call } of steps) {
    if (kind !== 'request' || !call) continue;
    for (const effect of call.effects?.().list ?? []) {
      if (effect.change !== 'added') continue;
      const key = baseline.keyOf(effect);
      const number = (seen.get(key) ?? 0) + 1;
      seen.set(key, number);
      if (number > Math.max(1, most.get(key)?.length ?? 0)) notes.set(call, nthOf(effect, number));
    }
  }
  return notes;
}
