import type { ComponentChildren } from 'preact';
import { hrefOfEvent } from './activity/view.tsx';
import type { Fault, Summary } from './control-types.ts';
import { counted } from './format.ts';
import { hrefOf, model } from './model.ts';
import { Icon } from './parts/badge.tsx';
import { Button } from './parts/button.tsx';
import type { IconName } from './parts/icon-names.ts';
import { momentOf } from './past.ts';
import { faultText } from './sandbox-tables.ts';

/** Shows everything that is not as usual, with a way back from each. It is always there, so that nothing moves. */
export function Strip() {
  const { caller, clock, events, isLost, seenAt, faults, undoable, elsewhere, domainOf } = model;
  const { choose, rewindTo, continueHere, undo } = model;
  const isPast = caller.at !== undefined;
  const [event] = events;
  const href = event && hrefOfEvent(event);
  const moment = event && isPast ? momentOf(event, undefined) : `event ${caller.at}`;
  return (
    <section class="strip" aria-label="What is not as usual">
      <ul class="line">
        {isLost && (
          <Note icon="lost" tone="bad">
            <span role="alert">
              <strong>The sandbox does not respond.</strong>{' '}
              {seenAt
                ? `This is its state from ${seenAt.toLocaleTimeString('en-GB')}.`
                : 'Check that it is running.'}{' '}
              The page continues as soon as it is back.
            </span>
          </Note>
        )}
        {isPast && (
          <Note icon="rewind" tone="warn">
            <span class="clip" role="status" dir="auto">
              <strong>As of</strong> {href === undefined ? moment : <a href={href}>{moment}</a>}
            </span>
            <Button label="Back to now" onClick={() => rewindTo(undefined)} />
            <Button label="Continue from here" class="small primary" onClick={() => void continueHere()} />
          </Note>
        )}
        {!isPast && clock?.frozen && (
          <Note icon="clock" tone="info">
            Clock frozen
          </Note>
        )}
        {faults.map((fault) => (
          <Note key={fault.id} icon="fault" tone="warn">
            <a href={hrefOf('faults', undefined, {})}>{pendingText(fault)}</a>
          </Note>
        ))}
        {[...elsewhere].map(([account, mail]) => (
          <Note key={account} icon="mail" tone="info">
            <Button
              class="link"
              label={`${mail.length} new in ${domainOf(account)}`}
              onClick={() => choose(account)}
            />
          </Note>
        ))}
        {undoable && !isPast && (
          <Note icon="replayed" tone="plain">
            <Button class="link" label={`Undo: ${undoText(undoable)}`} onClick={undo} />
          </Note>
        )}
      </ul>
    </section>
  );
}

interface NoteProps {
  readonly icon: IconName;
  readonly tone: string;
  readonly children: ComponentChildren;
}

function Note({ icon, tone, children }: NoteProps) {
  return (
    <li class={`note line ${tone}`}>
      <Icon name={icon} />
      {children}
    </li>
  );
}

const times = ['', 'once', 'twice'] as const;

/** A fault that waits for its calls: `Next send: 503 · twice`. */
export function pendingText(fault: Fault): string {
  const { operation, times: count, skip } = fault;
  const call = operation === undefined ? 'call' : operation === 'sendEmail' ? 'send' : operation;
  const often = count === undefined ? 'every time' : (times[count] ?? `${count} times`);
  return [
    `${count === undefined ? 'Each' : 'Next'} ${call}: ${faultText(fault)}`,
    often,
    skip > 0 && `after ${skip}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** What an undo brings back. */
function undoText({ what, count }: NonNullable<Summary['undo']>): string {
  if (what === 'messages') return counted(count ?? 0, 'message');
  return what === 'rewind' ? 'what came after the rewind' : 'what the snapshot replaced';
}
