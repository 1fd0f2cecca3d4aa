import { call } from './control-plane.ts';
import { useCopy } from './parts/button.tsx';
import type { IconName } from './parts/badge.tsx';
import { asCodeIn, type CodeForm, codeForms } from './requests/as-code.ts';
import { hrefOf, type Params, routeNow } from './route.ts';
import { rewindTo, useContinue } from './past.ts';
import { useAction, useSandbox, useUndo } from './sandbox-context.ts';
import { shortcuts } from './shortcuts.tsx';
import { undoText } from './strip.tsx';
import { views } from './views.ts';

/** Something that the palette does. */
export interface Command {
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => unknown;
  /** The key that does the same. */
  readonly key?: string;
}

const mostShown = 12;

/** Presses a key of the page, once the palette is closed. */
function press(key: string): void {
  setTimeout(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
}

/** The commands that fit to what was typed, the best first. Without text: what fits to the open item, then the rest. */
export function useCommands(text: string): readonly Command[] {
  const act = useAction();
  const { clock, caller, history, undo } = useSandbox();
  const takeBack = useUndo();
  const continueHere = useContinue();
  const code = useItemCommands();
  const go = (view: string, item?: string, params: Params = {}) => {
    location.hash = hrefOf(view, item, params);
  };
  const advance = (time: string, name = time): Command => ({
    title: `Advance ${name}`,
    icon: 'advance',
    run: () => act('moveClock', { advance: time }, { done: `Advanced by ${time}` }),
  });
  const fault = (title: string, effect: object, phase?: 'after'): Command => ({
    title,
    icon: 'fault',
    run: () =>
      act(
        'addFault',
        { operation: 'sendEmail', times: 1, effect, phase },
        { done: 'The next send meets the fault' },
      ),
  });
  const before = (caller.at ?? history?.latest ?? 0) - 1;
  const past: readonly Command[] = [
    ...(caller.at === undefined
      ? []
      : [
          { title: 'Back to now', icon: 'clock' as const, run: () => rewindTo(undefined) },
          { title: 'Continue from here', icon: 'rewind' as const, run: continueHere },
        ]),
    ...(history && before >= history.oldest
      ? [{ title: 'Rewind by one event', icon: 'rewind' as const, run: () => rewindTo(before) }]
      : []),
  ];
  const fixed: readonly Command[] = [
    ...code,
    ...past,
    ...(undo ? [{ title: `Undo: ${undoText(undo)}`, icon: 'replayed' as const, run: takeBack }] : []),
    fault('Fail the next send with 503', { status: 503 }),
    fault('Fail the next send with 429', { status: 429, retryAfter: 5 }),
    fault('Lose the response to the next send', { network: 'reset' }, 'after'),
    {
      title: 'Remove all faults',
      icon: 'fault',
      run: () => act('clearFaults', {}, { done: 'All faults removed' }),
    },
    ...(
      [
        ['1m', '1 minute'],
        ['1h', '1 hour'],
        ['1d', '1 day'],
        ['7d', '7 days'],
      ] as const
    ).map(([time, name]) => advance(time, name)),
    {
      title: 'Run until idle',
      icon: 'advance',
      run: () => act('moveClock', { runUntilIdle: true }, { done: 'All scheduled events have run' }),
    },
    {
      title: clock?.frozen ? 'Resume the clock' : 'Freeze the clock',
      icon: 'clock',
      run: () =>
        act(
          'moveClock',
          { freeze: !clock?.frozen },
          { done: clock?.frozen ? 'Clock resumed' : 'Clock frozen' },
        ),
    },
    ...shortcuts.flatMap(({ keys: [key], does, icon }) =>
      icon === undefined ? [] : { title: does, icon, key, run: () => press(key) },
    ),
    ...views.map(({ name, title, icon }) => ({ title: `Go to ${title}`, icon, run: () => go(name) })),
  ];
  const typed = text.trim();
  if (typed === '') return fixed;
  const [, time] = /^(?:advance\s+|\+)?(\d+(?:\.\d+)?\s*(?:ms|s|m|min|h|d))$/i.exec(typed) ?? [];
  const words = typed.toLowerCase().split(/\s+/);
  const startsSo = ({ title }: Command) => title.toLowerCase().startsWith(typed.toLowerCase());
  const fitting = fixed
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(startsSo(b)) - Number(startsSo(a)));
  const [address] = /[^\s@]{1,64}@\S*/.exec(typed) ?? [];
  return [
    ...(time === undefined ? [] : [advance(time.replaceAll(/\s/g, ''))]),
    ...(address === undefined
      ? []
      : [
          {
            title: `Go to mail to ${address}`,
            icon: 'mail' as const,
            run: () => go('messages', undefined, { q: `to:${address}` }),
          },
          {
            title: `Look up ${address}`,
            icon: 'verified' as const,
            run: () => go('verification', undefined, { address }),
          },
          {
            title: `Send to ${address}`,
            icon: 'send' as const,
            run: () => go('send', undefined, { to: address }),
          },
        ]),
    ...fitting.slice(0, mostShown),
    ...['messages', 'requests', 'contacts'].map((view) => ({
      title: `Search ${view} for ${typed}`,
      icon: 'search' as const,
      run: () => go(view, undefined, { q: typed }),
    })),
  ];
}

const events = [
  ['delivered', 'Deliver this'],
  ['bounced', 'Bounce this'],
  ['failed', 'Let this fail'],
  ['opened', 'Open this as the recipient'],
  ['clicked', 'Click in this'],
] as const;

/** What can be done with the open message or request. */
function useItemCommands(): readonly Command[] {
  const { caller, accounts, notify } = useSandbox();
  const act = useAction();
  const copy = useCopy();
  const { view, item } = routeNow();
  if (item === undefined || (view !== 'messages' && view !== 'requests')) return [];
  const copyAs = async (form: CodeForm) => {
    const request =
      view === 'requests'
        ? item
        : (await call(caller, 'getStory', { id: item })).steps.find((step) => step.request)?.request
            ?.requestId;
    if (request === undefined) return notify('The log no longer has the request.', 'problem');
    const entry = await call(caller, 'getRequest', { id: request });
    const code = asCodeIn(form, entry, accounts);
    if (code === undefined) notify('The log does not have the whole request.', 'problem');
    else copy(code);
  };
  const copies = codeForms.map((form) => ({
    title: `Copy as ${form}`,
    icon: 'copy' as const,
    run: () => copyAs(form),
  }));
  const compare = {
    title: 'Compare this with another',
    icon: 'requests' as const,
    run: () => (location.hash = hrefOf('compare', undefined, { a: item })),
  };
  if (view === 'requests') return [compare, ...copies];
  const happenings = events.map(([type, title]) => ({
    title,
    icon: 'mail' as const,
    run: () => act('addMessageEvent', { id: item, type }, { done: `Message ${type}` }),
  }));
  const copyCode = async () => {
    const [first] = (await call(caller, 'getMessage', { id: item })).codes;
    if (first === undefined) notify('The message has no code.', 'problem');
    else copy(first);
  };
  return [{ title: 'Copy the code', icon: 'copy', run: copyCode }, ...happenings, compare, ...copies];
}
