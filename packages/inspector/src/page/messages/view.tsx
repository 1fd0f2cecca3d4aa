import { useEffect } from 'preact/hooks';
import type { Message } from '../control-types.ts';
import { segment } from '../control-plane.ts';
import { counted } from '../format.ts';
import { canNotify, useNotificationSwitch } from '../mail-notifications.ts';
import { Badge } from '../parts/badge.tsx';
import { Action, Button, ButtonLink } from '../parts/button.tsx';
import { Checkbox, ParamSelect } from '../parts/form.tsx';
import { ListView, RowTime, Tally } from '../parts/list-view.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { SearchBar, withoutUnfinished } from '../parts/search-bar.tsx';
import { hrefOf, useRoute } from '../route.ts';
import { type RowOf, useRowPages } from '../row-pages.ts';
import { emailStatuses, messageWords } from '../sandbox-tables.ts';
import { FirstEmail } from '../send/first-email.tsx';
import { useUnreadMail } from '../unread.ts';
import { MessageDetail } from './detail.tsx';

/** Captured mail, newest first. */
export function Messages({ item }: { readonly item: string | undefined }) {
  const { q = '', status = '', environment = '' } = useRoute().params;
  const pages = useRowPages('listMessages', { q: withoutUnfinished(q), status, environment });
  const { rows, isFiltered, isOld } = pages;
  const { read } = useUnreadMail();
  useEffect(() => {
    const opened = rows?.find(({ id }) => id === item);
    if (opened) read(opened);
  }, [rows, item, read]);
  const hasNone = rows?.length === 0 && !isOld && !isFiltered;
  return (
    <ListView
      view="messages"
      item={item}
      pages={pages}
      tools={
        <>
          <SearchBar name="messages" words={messageWords} problem={pages.problem} />
          <ParamSelect name="status" label="Status" all="All statuses" options={emailStatuses} />
          <ParamSelect name="environment" label="Environment" all="Live & test" options={['live', 'test']} />
          <Action
            label="Clear"
            question="Clear all?"
            disabled={hasNone}
            call="DELETE /messages"
            done="All messages deleted"
          />
          <Tally pages={pages} noun="message" />
          <News />
        </>
      }
      row={(message) => <Row message={message} />}
      empty={{
        none: (
          <>
            <p>Every email sent through the API appears here.</p>
            <ButtonLink label="Send a test email" href={hrefOf('send', undefined, {})} />
          </>
        ),
        noMatches: (
          <p>
            Text is looked for in the subject, the body, the sender and the recipients. Try other words or
            filters.
          </p>
        ),
      }}
      detail={(id) => (
        <Loaded<Message> path={`/messages/${segment(id)}`}>
          {(message) => <MessageDetail message={message} />}
        </Loaded>
      )}
      intro={hasNone ? <FirstEmail /> : undefined}
    />
  );
}

/** What to do about new mail: mark it as read, or show notifications. */
function News() {
  const { count, readAll } = useUnreadMail();
  return (
    <div class="news">
      {count > 0 && <Button label="Mark all read" onClick={readAll} />}
      {canNotify && <NotificationSwitch />}
    </div>
  );
}

function NotificationSwitch() {
  const [isOn, turn] = useNotificationSwitch();
  return <Checkbox label="Notify me" checked={isOn} onChange={(checked) => void turn(checked)} />;
}

function Row({ message }: { readonly message: RowOf<'listMessages'> }) {
  const { isUnread } = useUnreadMail();
  const { subject, from, to, status, reaction, environment, attachmentCount, createdAt } = message;
  const others = message.recipientCount - to.length;
  return (
    <>
      <span class="row-line">
        {isUnread(message) && <span class="unread-dot" role="img" aria-label="Unread" />}
        <span class="row-title" dir="auto">
          {subject || '(no subject)'}
        </span>
        <RowTime at={createdAt} />
      </span>
      <span class="row-line">
        <span class="row-text" title={`From ${from}`}>
          {to.join(', ')}
          {others > 0 && ` and ${others} more`}
        </span>
        {attachmentCount > 0 && <span class="muted">{counted(attachmentCount, 'file')}</span>}
        {environment === 'test' && <Badge text="test" />}
        <Badge text={reaction ?? status} />
      </span>
    </>
  );
}
