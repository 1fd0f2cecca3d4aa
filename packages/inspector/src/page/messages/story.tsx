import type { ComponentChildren } from 'preact';
import type { AnswerOf } from '../control-types.ts';
import { dateAndTime, duration, shortTime } from '../format.ts';
import { iconOf, StatusBadge, toneOf } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { RewindButton } from '../parts/rewind-button.tsx';
import { hrefOf } from '../route.ts';
import { useSandbox } from '../sandbox-context.ts';

type StoryAnswer = AnswerOf<'getStory'>;
type Attempt = StoryAnswer['attempts'][number];
type Step = StoryAnswer['steps'][number];

/**
 * How a message came to be and what becomes of it, from top to bottom: every attempt, every event, and what is
 * still to come. Each attempt opens its exchange.
 */
export function Story({ story: { message, attempts, steps } }: { readonly story: StoryAnswer }) {
  const key = attempts.find(({ idempotencyKey }) => idempotencyKey !== undefined)?.idempotencyKey;
  // Above the mail, it takes space from it: there, only a story with something to tell is open.
  const isOpen = matchMedia(attempts.length > 1 ? '(width > 760px)' : '(width >= 1400px)').matches;
  return (
    <details class="story" open={isOpen}>
      <summary>
        <h2>Story</h2>
        <span class="muted">{summaryOf(attempts, steps)}</span>
      </summary>
      <ol class="steps">
        {attempts.map((attempt, index) => (
          <AttemptStep key={attempt.requestId} attempt={attempt} number={index + 1} of={attempts.length} />
        ))}
        {steps.map((step, index) => (
          <EventStep key={index} step={step} message={message?.id} />
        ))}
      </ol>
      {key !== undefined && (
        <p class="muted break">
          Idempotency key{' '}
          <a href={hrefOf('requests', undefined, { q: `idempotency:"${key}"` })}>
            <code>{key}</code>
          </a>
        </p>
      )}
    </details>
  );
}

function summaryOf(attempts: readonly Attempt[], steps: readonly Step[]): string {
  const last = steps.findLast(({ isAhead }) => !isAhead)?.type ?? 'refused';
  return attempts.length > 1 ? `${last} after ${attempts.length} attempts` : last;
}

/** What the service did with an attempt, for people. */
function deedOf({ did, faultText, status, reason, code }: Attempt): string {
  const fault = faultText === undefined ? '' : ` (fault: ${faultText})`;
  const isLost = status === undefined ? 'Accepted, but no answer arrived' : 'Accepted';
  switch (did) {
    case 'accepted':
      return `${isLost}${fault}`;
    case 'replayed':
      return `Answered like the attempt before; nothing was sent again${fault}`;
    case 'nothing':
      return `A fault came first: nothing was done${fault}`;
    default:
      return [code, reason].filter((part) => part !== undefined).join(': ') || `Refused${fault}`;
  }
}

function AttemptStep({
  attempt,
  number,
  of,
}: {
  readonly attempt: Attempt;
  readonly number: number;
  readonly of: number;
}) {
  const { requestId, at, status, did = 'refused' } = attempt;
  const name = of === 1 ? 'Send' : number === 1 ? 'First attempt' : `Retry ${number - 1}`;
  return (
    <Point icon={iconOf(did) ?? 'send'} tone={toneOf(did)}>
      <span class="step-head">
        <a href={hrefOf('requests', requestId, {})}>{name}</a>
        <StatusBadge status={status} />
        <StepTime at={at} />
      </span>
      <span class="step-text">{deedOf(attempt)}</span>
    </Point>
  );
}

function EventStep({
  step: { type, at, url, isAhead },
  message,
}: {
  readonly step: Step;
  readonly message: string | undefined;
}) {
  const { caller, clock, events } = useSandbox();
  const event = events.find(
    (one) => one.type === `email.${type}` && one.at === at && one.data['id'] === message,
  );
  const isShown = event !== undefined && event.sequence === caller.at;
  const wait = clock === undefined ? 0 : Date.parse(at) - Date.parse(clock.now);
  return (
    <Point icon={iconOf(type) ?? 'clock'} tone={isAhead ? 'ahead' : toneOf(type)} isShown={isShown}>
      <span class="step-head">
        <strong>{type}</strong>
        <StepTime at={at} />
        {isAhead && <span class="muted">in {duration(wait)}</span>}
      </span>
      {url !== undefined && <code class="step-text">{url}</code>}
      <RewindButton sequence={event?.sequence} about={type} />
      {isAhead && (
        <Action
          label="Advance to here"
          icon="advance"
          aria-label={`Advance to here, ${type}`}
          call="POST /clock"
          body={{ advanceTo: at }}
          done={`It is ${dateAndTime(at)}`}
        />
      )}
    </Point>
  );
}

function Point({
  icon,
  tone,
  isShown = false,
  children,
}: {
  readonly icon: IconName;
  readonly tone: string;
  /** Whether the page shows the moment right after it. */
  readonly isShown?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <li class={isShown ? 'happened' : tone === 'ahead' ? 'ahead' : ''}>
      <span class={`step-icon ${tone}`}>
        <Icon name={icon} />
      </span>
      <div>{children}</div>
    </li>
  );
}

function StepTime({ at }: { readonly at: string }) {
  const { clock } = useSandbox();
  return (
    <time dateTime={at} title={at}>
      {shortTime(at, clock?.now)}
    </time>
  );
}
