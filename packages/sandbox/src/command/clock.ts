import type { ClockView } from '../control/clock/clock.ts';
import { askFor } from './asking.ts';
import type { clockOptions } from './options.ts';
import type { OptionValues } from './option.ts';
import { isRead } from './output.ts';
import { UsageError } from './parse.ts';

/**
 * Moves, freezes or releases the clock of a sandbox, or only reads it.
 *
 * @throws UsageError if it is to be frozen and run.
 */
export async function moveClock(settings: OptionValues<typeof clockOptions>): Promise<string> {
  const { advance, 'advance-to': advanceTo, 'until-idle': untilIdle, freeze, run } = settings;
  if (freeze && run) throw new UsageError('--freeze and --run contradict each other: give one of them');
  const move = {
    advance,
    advanceTo,
    runUntilIdle: untilIdle || undefined,
    freeze: freeze || run ? freeze : undefined,
  };
  const isMove = Object.values(move).some((one) => one !== undefined);
  const response = await askFor('clock', settings, '/clock', isMove ? move : undefined);
  const clock = (await response.json()) as ClockView;
  if (settings.json || !isRead(settings.text)) return JSON.stringify(clock);
  const { now, frozen, nextDueAt } = clock;
  const next = nextDueAt === null ? 'nothing is planned' : `the next event is at ${nextDueAt}`;
  return `${now}, ${frozen ? 'frozen' : 'runs'}; ${next}`;
}
