import { useState } from 'preact/hooks';
import type { Message, MessagesAnswer } from '../control-types.ts';
import { query, segment } from '../control-plane.ts';
import { MessageDetail } from '../messages/detail.tsx';
import { Badge } from '../parts/badge.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select, SearchField } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { SplitView } from '../parts/split-view.tsx';
import { hrefOf } from '../route.ts';
import { useListWasShown, useIsNewRow } from '../new-rows.ts';
import { useAction, useAnswer, useSandbox } from '../sandbox-context.ts';
import { shortTime } from '../format.ts';

const step = 100;

/** Captured mail, newest first. */
export function Messages({ item }: { readonly item: string | undefined }) {
  const [q, setQ] = useState('');
  const [status, setStatus] = useState('');
  const [environment, setEnvironment] = useState('');
  const [limit, setLimit] = useState(step);
  const [tab, setTab] = useState<string>();
  const { answer, problem } = useAnswer<MessagesAnswer>(
    `/messages${query({ q, status, environment, limit })}`,
  );
  const wasShown = useListWasShown(answer !== undefined);
  const act = useAction();
  const isFiltered = q !== '' || status !== '' || environment !== '';
  return (
    <SplitView
      view="messages"
      name="Messages"
      tools={
        <>
          <SearchField label="Search mail" value={q} onChange={setQ} />
          <Select
            label="Status"
            value={status}
            options={[['', 'All statuses'], 'queued', 'sent', 'delivered', 'bounced', 'failed']}
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
            disabled={answer?.total === 0 && !isFiltered}
            onConfirm={() => void act('/messages', { method: 'DELETE', done: 'All messages deleted' })}
          />
        </>
      }
      list={
        <>
          <Problem text={problem} />
          {answer && answer.messages.length > 0 && (
            <ul class="rows">
              {answer.messages.map((message) => (
                <Row
                  key={message.id}
                  message={message}
                  isChosen={message.id === item}
                  isNew={wasShown.current}
                />
              ))}
            </ul>
          )}
          {answer && answer.messages.length < answer.total && (
            <p class="more">
              <button type="button" onClick={() => setLimit(limit + step)}>
                Show more of {answer.total}
              </button>
            </p>
          )}
          {answer?.total === 0 && (isFiltered ? <NoMatches /> : <NoMail />)}
        </>
      }
      detail={item === undefined ? undefined : <Chosen key={item} id={item} tab={tab} onTab={setTab} />}
    />
  );
}

function Chosen(props: {
  readonly id: string;
  readonly tab: string | undefined;
  readonly onTab: (name: string) => void;
}) {
  const { answer, problem } = useAnswer<Message>(`/messages/${segment(props.id)}`);
  if (problem !== undefined) return <Problem text={problem} />;
  if (!answer) return null;
  return <MessageDetail message={answer} tab={props.tab} onTab={props.onTab} />;
}

function Row({
  message,
  isChosen,
  isNew,
}: {
  readonly message: Message;
  readonly isChosen: boolean;
  readonly isNew: boolean;
}) {
  const wasNew = useIsNewRow(isNew);
  const { clock } = useSandbox();
  const { id, subject, from, to, status, environment, attachments, createdAt, timeline } = message;
  const last = timeline.at(-1)?.type;
  return (
    <li class={wasNew ? 'new' : ''}>
      <a href={hrefOf('messages', id)} aria-current={isChosen}>
        <span class="row-line">
          <span class="row-title">{subject || '(no subject)'}</span>
          <time dateTime={createdAt} title={createdAt}>
            {shortTime(createdAt, clock?.now)}
          </time>
        </span>
        <span class="row-line">
          <span class="row-text" title={`From ${from}`}>
            {to.join(', ')}
          </span>
          {attachments.length > 0 && (
            <span class="muted">{attachments.length === 1 ? '1 file' : `${attachments.length} files`}</span>
          )}
          {environment === 'test' && <Badge text="test" tone="plain" />}
          <Badge text={last === 'opened' || last === 'clicked' ? last : status} />
        </span>
      </a>
    </li>
  );
}

function NoMatches() {
  return (
    <EmptyState title="No matches">
      <p>
        The search covers the subject, the body, the sender and the recipients. Try other words or filters.
      </p>
    </EmptyState>
  );
}

function NoMail() {
  const { account } = useSandbox();
  const key = account?.keys.find((row) => row.environment === 'live' && row.status === 'active')?.key;
  if (account === undefined) return null;
  const email = {
    from: `ada@${account.domain.name}`,
    to: 'bob@example.org',
    subject: 'Hello',
    html: '<p>Hi <b>Bob</b>, your code is 493017.</p>',
  };
  const line = [
    `curl ${location.origin}/api/v1/emails`,
    `-H 'Authorization: Bearer ${key ?? 'YOUR_KEY'}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(email)}'`,
  ];
  return (
    <EmptyState title="No mail yet">
      <p>Send an email and it appears here at once:</p>
      <pre class="code" tabIndex={0}>
        {line.join(' \\\n  ')}
      </pre>
      <CopyButton text={line.join(' ')} label="Copy command" />
    </EmptyState>
  );
}
