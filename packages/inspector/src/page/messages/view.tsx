import { useEffect } from 'preact/hooks';
import type { AnswerOf, Message, MessageRow } from '../control-types.ts';
import { emailStatuses } from '../choices.ts';
import { segment } from '../control-plane.ts';
import { MessageDetail } from './detail.tsx';
import { News } from './news.tsx';
import { Badge } from '../parts/badge.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { RowList } from '../parts/row-list.tsx';
import { SearchBar, searchProblem, withoutUnfinished } from '../parts/search-bar.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { SplitView } from '../parts/split-view.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useRowPages } from '../row-pages.ts';
import { useAction, useAnswer, useSandbox } from '../sandbox-context.ts';
import { messageWords } from '../search-words.ts';
import { useUnreadMail } from '../unread.ts';
import { FirstEmail } from '../send/first-email.tsx';
import { shortTime } from '../format.ts';

const rowsOf = ({ messages }: AnswerOf<'listMessages'>) => messages;
const keyOf = ({ id }: MessageRow) => id;

/** Captured mail, newest first. */
export function Messages({ item }: { readonly item: string | undefined }) {
  const [q, setQ] = useParam('q');
  const [status, setStatus] = useParam('status');
  const [environment, setEnvironment] = useParam('environment');
  const filter = { q: withoutUnfinished(q), status, environment };
  const pages = useRowPages('/messages', filter, rowsOf, keyOf);
  const { rows, total, waiting, problem, isOld } = pages;
  const act = useAction();
  const { read } = useUnreadMail();
  useEffect(() => {
    const opened = rows?.find(({ id }) => id === item);
    if (opened) read(opened);
  }, [rows, item, read]);
  const isFiltered = q !== '' || status !== '' || environment !== '';
  const isEmpty = rows?.length === 0 && !isOld;
  return (
    <SplitView
      view="messages"
      name="Messages"
      tools={
        <>
          <SearchBar
            name="messages"
            label="Search messages"
            value={q}
            words={messageWords}
            problem={searchProblem(problem)}
            onChange={setQ}
          />
          <Select
            label="Status"
            value={status}
            options={[['', 'All statuses'], ...emailStatuses]}
            onChange={setStatus}
          />
          <Select
            label="Environment"
            value={environment}
            options={[['', 'Live & test'], 'live', 'test']}
            onChange={setEnvironment}
          />
          <ConfirmButton
            label="Clear"
            question="Clear all?"
            disabled={isEmpty && !isFiltered}
            onConfirm={() => void act('/messages', { method: 'DELETE', done: 'All messages deleted' })}
          />
          {rows && (
            <span class="tally" role="status">
              {(total + waiting).toLocaleString('en')} {total + waiting === 1 ? 'message' : 'messages'}
            </span>
          )}
          <News />
        </>
      }
      list={
        <>
          {searchProblem(problem) === undefined && <Problem text={problem} />}
          {!rows && problem === undefined && <Skeleton rows={10} />}
          {rows && rows.length > 0 && (
            <RowList view="messages" item={item} pages={pages} keyOf={keyOf}>
              {(message) => <Row message={message} />}
            </RowList>
          )}
          {isEmpty && (isFiltered ? <NoMatches /> : <NoMail />)}
        </>
      }
      detail={item === undefined ? undefined : <Chosen key={item} id={item} />}
      intro={isEmpty && !isFiltered ? <FirstEmail /> : undefined}
    />
  );
}

function Chosen({ id }: { readonly id: string }) {
  const { answer, problem } = useAnswer<Message>(`/messages/${segment(id)}`);
  if (problem !== undefined) return <Problem text={problem} />;
  if (!answer) return <Skeleton />;
  return <MessageDetail message={answer} />;
}

function Row({ message }: { readonly message: MessageRow }) {
  const { clock } = useSandbox();
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
        <time dateTime={createdAt} title={createdAt}>
          {shortTime(createdAt, clock?.now)}
        </time>
      </span>
      <span class="row-line">
        <span class="row-text" title={`From ${from}`}>
          {to.join(', ')}
          {others > 0 && ` and ${others} more`}
        </span>
        {attachmentCount > 0 && (
          <span class="muted">{attachmentCount === 1 ? '1 file' : `${attachmentCount} files`}</span>
        )}
        {environment === 'test' && <Badge text="test" tone="plain" />}
        <Badge text={reaction ?? status} />
      </span>
    </>
  );
}

function NoMatches() {
  return (
    <EmptyState title="No matches">
      <p>
        Text is looked for in the subject, the body, the sender and the recipients. Try other words or
        filters.
      </p>
    </EmptyState>
  );
}

function NoMail() {
  return (
    <EmptyState title="No messages yet">
      <p>Every email sent through the API appears here.</p>
      <a class="button" href={hrefOf('send', undefined, {})}>
        Send a test email
      </a>
    </EmptyState>
  );
}
