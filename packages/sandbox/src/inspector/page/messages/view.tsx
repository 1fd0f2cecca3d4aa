import { emailStatuses } from '@mailrig/contract';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../control-plane.ts';
import type { MessageStory } from '../control-types.ts';
import { counted, shortMailbox, titleOf } from '../format.ts';
import { go, hrefOf, model } from '../model.ts';
import { Badge, Icon } from '../parts/badge.tsx';
import { Action, Button, ButtonLink } from '../parts/button.tsx';
import { ListView, RowTime } from '../parts/list-view.tsx';
import { faultValues, type SearchLanguage, withoutUnfinished } from '../parts/search-bar.tsx';
import { ReadResult } from '../parts/states.tsx';
import { type ReadState, useRead } from '../reads.ts';
import { type RowOf, type RowPages, useRowPages } from '../row-pages.ts';
import { messageWords } from '../sandbox-tables.ts';
import { FirstEmail } from '../send/first-email.tsx';
import { MessageDetail } from './detail.tsx';
import { RefusedSend } from './refused.tsx';

/** Captured mail, newest first. */
export function Messages({ item }: { readonly item: string | undefined }) {
  const { q = '' } = model.route.params;
  const pages = useRowPages('listMessages', { q: withoutUnfinished(q), refused: 'true' });
  const { rows, isFiltered, isOld } = pages;
  const { count, isUnread, read, readAll } = model.unread;
  const opened = rows?.find(({ id }) => id === item);
  const isNew = opened !== undefined && isUnread(opened);
  useEffect(() => {
    if (isNew) read(opened);
  }, [item, isNew]);
  const hasSender = new Set(rows?.map(({ from }) => from)).size > 1;
  const hasNone = rows?.length === 0 && !isOld && !isFiltered;
  return (
    <ListView
      view="messages"
      item={item}
      pages={pages}
      search={{ words: messageWords, values: valuesIn(rows) }}
      tools={
        <>
          {count > 0 && <Button label="Mark all read" onClick={readAll} />}
          <Clear pages={pages} q={withoutUnfinished(q)} />
        </>
      }
      row={(message) => <Row message={message} hasSender={hasSender} />}
      rowHeight={46}
      empty={
        isFiltered ? (
          <p>Text is looked for in the subject, the body, the sender and the recipients.</p>
        ) : (
          <>
            <p>Every email sent through the API appears here.</p>
            <ButtonLink class="large" label="Send a test email" href={hrefOf('send', undefined, {})} />
          </>
        )
      }
      detail={(id) => <Opened id={id} />}
      intro={hasNone ? <FirstEmail /> : undefined}
    />
  );
}

/** A message with its story, or a send that produced none. */
function Opened({ id }: { readonly id: string }) {
  return (
    <ReadResult of={useStory(id)} notYet="Not sent yet">
      {(story) =>
        story.message ? (
          <MessageDetail story={story} message={story.message} />
        ) : (
          <RefusedSend story={story} />
        )
      }
    </ReadResult>
  );
}

/** A message's status and story are read whenever they may have changed, its content once: that never changes. */
function useStory(id: string): ReadState<MessageStory> {
  const first = useRef<MessageStory>(undefined);
  return useRead(
    async (caller, signal) => {
      const { current: known } = first;
      const story = known && (await call(caller, 'getStory', { id }, { signal }));
      if (known && story?.message) {
        return { ...known, ...story, message: { ...known.message, ...story.message } };
      }
      const whole = await call(caller, 'getStory', { id, whole: true }, { signal });
      if (whole.message) first.current = whole;
      return whole;
    },
    [id],
    { again: true },
  );
}

/** Values to suggest for the words of a search. */
function valuesIn(rows: readonly RowOf<'listMessages'>[] = []): SearchLanguage['values'] {
  return {
    status: [...emailStatuses, 'refused'],
    has: ['attachment', 'html', 'text'],
    environment: ['live', 'test'],
    fault: faultValues,
    attempt: ['2', '3'],
    to: rows.flatMap(({ to }) => to),
    from: rows.map(({ from }) => from),
  };
}

/** Deletes what the list shows: messages, and refused sends with their requests. */
function Clear({ pages, q }: { readonly pages: RowPages<RowOf<'listMessages'>>; readonly q: string }) {
  const { total = 0, waiting = 0, isFiltered } = pages;
  const count = total + waiting;
  if (count === 0) return null;
  return (
    <Action
      label={isFiltered ? `Delete ${count} shown` : `Delete all ${count}`}
      verb="clearMessages"
      given={{ q, refused: true }}
      done={`${counted(count, 'message')} deleted`}
      onDone={() => go('messages')}
    />
  );
}

interface RowProps {
  readonly message: RowOf<'listMessages'>;
  /** Whether the rows have different senders. */
  readonly hasSender: boolean;
}

function Row({ message, hasSender }: RowProps) {
  const { isUnread } = model.unread;
  const { from, to, status, reaction, environment, attachmentCount, createdAt } = message;
  const { excerpt, code, refusal } = message;
  const others = message.recipientCount - to.length;
  return (
    <>
      <span class="row-line line">
        {isUnread(message) && <span class="unread-dot" role="img" aria-label="Unread" />}
        <span class="fine clip grow about" title={`${from} → ${to.join(', ')}`}>
          <bdi>{to.map(shortMailbox).join(', ') || 'no recipient'}</bdi>
          {others > 0 && ` and ${others} more`}
          {hasSender && from !== '' && (
            <span class="muted">
              {' '}
              from <bdi>{shortMailbox(from)}</bdi>
            </span>
          )}
        </span>
        {environment === 'test' && <Badge text="test" />}
        <Badge text={reaction ?? status} />
      </span>
      <span class="row-line line">
        <span class="fine clip grow">
          <span class="row-title strong clip" dir="auto">
            {titleOf(message)}
          </span>{' '}
          <span class={refusal ? 'why' : ''} dir="auto">
            {refusal ? refusal.reason || refusal.code : excerpt}
          </span>
        </span>
        {code !== undefined && <code class="row-code">{code}</code>}
        {attachmentCount > 0 && (
          <span class="fine nowrap" title={counted(attachmentCount, 'file')}>
            <Icon name="file" />
            {attachmentCount}
            <span class="hidden"> {attachmentCount === 1 ? 'file' : 'files'}</span>
          </span>
        )}
        <RowTime at={createdAt} />
      </span>
    </>
  );
}
