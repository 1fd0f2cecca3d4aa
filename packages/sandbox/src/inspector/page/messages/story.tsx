import type { MessageStory } from '../control-types.ts';
import { counted, dateAndTime, duration, shortTime } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Icon, iconOf, StatusBadge, toneOf } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { RewindButton } from '../parts/rewind-button.tsx';

type Step = MessageStory['steps'][number];
type Request = NonNullable<Step['request']>;

/**
 * The history of a message, from top to bottom: requests, events, and what is still to come. Each request opens its
 * exchange.
 */
export function Story({ story }: { readonly story: MessageStory }) {
  const { message, headline, steps, idempotencyKey: key } = story;
  const requests = steps.flatMap(({ request }) => request ?? []);
  // Above the mail, it takes space from it: there, only a story of more than one attempt is open.
  const isOpen = matchMedia(requests.length > 1 ? '(width > 760px)' : '(width >= 1400px)').matches;
  return (
    <details class="story" open={isOpen}>
      <summary class="line">
        <h2>Story</h2>
        <span class="muted">{headline}</span>
      </summary>
      <ol class="steps">
        {steps.map((step, index) => (
          <StoryStep key={index} step={step} name={nameOf(step, requests)} message={message?.id} />
        ))}
      </ol>
      {key !== undefined && (
        <p class="muted">
          Idempotency key{' '}
          <a href={hrefOf('requests', undefined, { q: `idempotency:"${key}"` })}>
            <code>{key}</code>
          </a>
        </p>
      )}
    </details>
  );
}

function nameOf({ request, type }: Step, requests: readonly Request[]): string {
  if (!request) return '';
  if (type === 'conflict') return 'Conflict';
  const isRetry = (other: Request) => !other.isRepeat && other.did !== 'conflict';
  const same = requests.filter((other) => (request.isRepeat ? other.isRepeat : isRetry(other)));
  const number = same.indexOf(request);
  if (request.isRepeat) return same.length > 1 ? `Repeat ${number + 1}` : 'Repeat';
  return same.length === 1 ? 'Send' : number === 0 ? 'First attempt' : `Retry ${number}`;
}

/** What the service did with a request, for people. */
function deedOf({ did, faultText, status, reason, code, isRepeat }: Request): string {
  const fault = faultText === undefined ? '' : ` (fault: ${faultText})`;
  switch (did) {
    case 'accepted':
      return `${status === undefined ? 'Accepted, but no response arrived' : 'Accepted'}${fault}`;
    case 'replayed':
      return `Got the response of the attempt before; nothing was sent again${fault}`;
    case 'nothing':
      return `A fault came first: nothing was done${fault}`;
    case 'conflict':
      return 'Another email with the same key: refused';
    default:
      return (
        [code, isRepeat ? undefined : reason].filter((part) => part !== undefined).join(': ') ||
        `Refused${fault}`
      );
  }
}

interface StoryStepProps {
  readonly step: Step;
  readonly name: string;
  readonly message: string | undefined;
}

function StoryStep({ step: { type, at, url, isAhead, request }, name, message }: StoryStepProps) {
  const { caller, clock, events } = model;
  const event = events.find(
    (one) => one.type === `email.${type}` && one.at === at && one.data['id'] === message,
  );
  const wait = clock === undefined ? 0 : Date.parse(at) - Date.parse(clock.now);
  const ignored = request?.ignoredFields ?? [];
  return (
    <li class={event !== undefined && event.sequence === caller.at ? 'happened' : isAhead ? 'ahead' : ''}>
      <span class={`step-icon ${isAhead ? 'ahead' : toneOf(type)}`}>
        <Icon name={iconOf(type) ?? 'clock'} />
      </span>
      <div>
        <span class="step-head row">
          {request && (
            <a class="strong" href={hrefOf('requests', request.requestId, {})}>
              {name}
            </a>
          )}
          {request ? <StatusBadge status={request.status} /> : <strong>{type}</strong>}
          <time class="fine push" dateTime={at} title={at}>
            {shortTime(at, clock?.now)}
          </time>
          {isAhead && <span class="muted">in {duration(wait)}</span>}
          <RewindButton sequence={event?.sequence} about={type} />
        </span>
        {request && <div class="fine">{deedOf(request)}</div>}
        {ignored.length > 0 && (
          <div class="fine caution">
            {counted(ignored.length, 'field')} ignored: <code>{ignored.join(', ')}</code>
          </div>
        )}
        {url !== undefined && (
          <div class="fine">
            <code>{url}</code>
          </div>
        )}
        {isAhead && (
          <Action
            label="Advance to here"
            icon="advance"
            aria-label={`Advance to here, ${type}`}
            verb="moveClock"
            given={{ advanceTo: at }}
            done={`It is ${dateAndTime(at)}`}
          />
        )}
      </div>
    </li>
  );
}
