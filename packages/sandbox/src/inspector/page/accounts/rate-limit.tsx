import type { AnswerOf } from '../control-types.ts';
import { useShownTime } from '../clock-bar.tsx';
import { Badge } from '../parts/badge.tsx';
import { Problem } from '../parts/problem.tsx';
import { useAnswer, useSandbox } from '../sandbox-context.ts';
import { duration } from '../format.ts';

/** How much of its rate limit each key of the selected account has left. */
export function RateLimit() {
  const { account } = useSandbox();
  const now = useShownTime();
  const { answer, problem } = useAnswer<AnswerOf<'listRateWindows'>>('/rate-windows');
  return (
    <section>
      <h2>Rate limit of {account?.domain.name}</h2>
      <p class="lead">
        {answer?.isLimited === false
          ? 'This sandbox does not count requests.'
          : answer &&
            `Each key may make ${answer.keys[0]?.limit ?? 0} requests in ${duration(answer.window)}.`}
      </p>
      <Problem text={problem} />
      {answer?.isLimited === true && (
        <ul class="plain-rows box">
          {answer.keys.map((row) => (
            <Meter key={row.key} row={row} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Meter({
  row: { key, environment, limit, remaining, resetsAt },
  now,
}: {
  readonly row: AnswerOf<'listRateWindows'>['keys'][number];
  readonly now: number | undefined;
}) {
  const left = resetsAt === undefined || now === undefined ? 0 : Date.parse(resetsAt) - now;
  const shown = left > 0 ? remaining : limit;
  return (
    <li class="rate">
      <code class="break">{key}</code>
      <Badge text={environment} />
      <meter
        aria-label={`Requests left for ${key}`}
        min={0}
        max={limit}
        low={limit * 0.25}
        optimum={limit}
        value={shown}
      />
      <span class="rate-text">
        {shown} of {limit} left
        <span class="muted">
          {left > 0 ? `, resets in ${duration(Math.ceil(left / 1_000) * 1_000)}` : ''}
        </span>
      </span>
    </li>
  );
}
