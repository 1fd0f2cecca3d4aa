import { simulated } from './messages/detail.tsx';
import { go, model } from './model.ts';
import type { IconName } from './parts/icon-names.ts';
import { views } from './views.ts';

/** Something that the palette does. */
export interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => unknown;
}

const mostShown = 12;

/** The commands that match the typed text, best first. Without text: those for the open message, then all others. */
export function commandsFor(text: string): readonly Command[] {
  const commands = [...messageCommands(), ...faultCommands(), ...clockCommands(), ...viewCommands()];
  const typed = text.trim();
  if (typed === '') return commands;
  const words = typed.toLowerCase().split(/\s+/);
  const startsSo = ({ title }: Command) => title.toLowerCase().startsWith(typed.toLowerCase());
  const fitting = commands
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(startsSo(b)) - Number(startsSo(a)));
  const searches = ['messages', 'requests', 'contacts'].map((view) =>
    command('search', `Search ${view} for ${typed}`, () => go(view, undefined, { q: typed })),
  );
  return [...advanceCommands(typed), ...fitting.slice(0, mostShown), ...searches];
}

function command(icon: IconName, title: string, run: () => unknown): Command {
  return { icon, title, run };
}

/** What can happen to the open message. */
function messageCommands(): readonly Command[] {
  const { act } = model;
  const { view, item: id } = model.route;
  if (id === undefined || view !== 'messages') return [];
  return simulated.map(([type, , title]) =>
    command('mail', title, () => act('addMessageEvent', { id, type }, { done: `Message ${type}` })),
  );
}

function faultCommands(): readonly Command[] {
  const { act } = model;
  const fault = (title: string, effect: object, phase?: 'after') =>
    command('fault', title, () => {
      const done = 'The next send meets the fault';
      return act('addFault', { operation: 'sendEmail', times: 1, effect, phase }, { done });
    });
  return [
    fault('Fail the next send with 503', { status: 503 }),
    fault('Fail the next send with 429', { status: 429, retryAfter: 5 }),
    fault('Lose the response to the next send', { network: 'reset' }, 'after'),
    command('fault', 'Remove all faults', () => act('clearFaults', {}, { done: 'All faults removed' })),
  ];
}

function clockCommands(): readonly Command[] {
  const { act, clock } = model;
  const [title, done] = clock?.frozen
    ? (['Resume the clock', 'Clock resumed'] as const)
    : (['Freeze the clock', 'Clock frozen'] as const);
  return [
    command('advance', 'Run until idle', () =>
      act('moveClock', { runUntilIdle: true }, { done: 'All scheduled events have run' }),
    ),
    command('clock', title, () => act('moveClock', { freeze: !clock?.frozen }, { done })),
  ];
}

/** Advances the clock by a typed time, such as `advance 3d` or `90 min`. */
function advanceCommands(typed: string): readonly Command[] {
  const [, typedTime] = /^(?:advance\s+|\+)?(\d+(?:\.\d+)?\s*(?:ms|s|m|min|h|d))$/i.exec(typed) ?? [];
  const time = typedTime?.replaceAll(/\s/g, '');
  if (time === undefined) return [];
  const advance = () => model.act('moveClock', { advance: time }, { done: `Advanced by ${time}` });
  return [command('advance', `Advance ${time}`, advance)];
}

function viewCommands(): readonly Command[] {
  return views.map(({ name, title, icon }) => command(icon, `Go to ${title}`, () => go(name, undefined, {})));
}
