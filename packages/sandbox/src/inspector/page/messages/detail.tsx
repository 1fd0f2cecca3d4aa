import type { Within } from '@mailrig/contract/checking';
import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Message, MessageStory } from '../control-types.ts';
import { dateAndTime, titleOf } from '../format.ts';
import { go, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { Action, Button, CopyButton } from '../parts/button.tsx';
import { DropMenu } from '../parts/drop-menu.tsx';
import { Item, Pairs, recipients } from '../parts/item.tsx';
import { download } from '../parts/save.ts';
import { LongSource } from '../parts/source.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { emailTransitions } from '../sandbox-tables.ts';
import { Attachments } from './attachments.tsx';
import { Checks } from './checks.tsx';
import { HtmlSource } from './html-source.tsx';
import { isWebLink, LinksAndCodes } from './links-and-codes.tsx';
import { Preview } from './preview.tsx';
import { Story } from './story.tsx';
import { request } from '../control-plane.ts';
import { Problem } from '../parts/states.tsx';
import { useRead } from '../reads.ts';

/** What can be simulated: the type of the event, a button, and a command. */
export const simulated = [
  ['delivered', 'Deliver', 'Deliver this'],
  ['bounced', 'Bounce', 'Bounce this'],
  ['failed', 'Fail', 'Let this fail'],
  ['opened', 'Open', 'Open this as the recipient'],
  ['clicked', 'Click', 'Click in this'],
] as const;

/** Fields that other parts show: the tabs, the files, the story. */
type Unshown = Pick<Message, 'html' | 'text' | 'attachments' | 'messageId' | 'headers' | 'timeline'>;

interface MessageDetailProps {
  readonly story: MessageStory;
  readonly message: Message;
}

/** One message, with its actions. */
export function MessageDetail({ story, message }: MessageDetailProps) {
  const { id, subject, status, environment, from, to, cc, bcc, replyTo, ...more } = message;
  const { templateId, createdAt, damaged, links: given = [], codes = [], ...rest } = more;
  rest satisfies Within<typeof rest, Unshown>;
  const [code] = codes;
  const links = useMemo(() => [...new Set(given)].filter((link) => link !== ''), [given]);
  return (
    <Item
      class="message has-story"
      title={titleOf({ subject })}
      afterTitle={
        <>
          <Badge text={status} />
          {environment === 'test' && <Badge text="test key: never delivered or listed" />}
          <MessageActions id={id} status={status} link={links.find(isWebLink)} />
        </>
      }
      facts={{
        From: from,
        To: recipients(to),
        Cc: recipients(cc),
        Bcc: recipients(bcc),
        'Reply-To': replyTo,
        Template: templateId,
        Accepted: dateAndTime(createdAt),
        Damaged: damaged,
        Code: code && (
          <span class="row">
            <code class="row-code">{code}</code>
            <CopyButton text={code} />
          </span>
        ),
      }}
      afterFacts={
        <>
          <Attachments message={message} />
          {environment === 'test' && (
            <p class="hint">Sent with a test key: it stays as it is until you use the buttons above.</p>
          )}
        </>
      }
    >
      <Story story={story} />
      <Tabs label="Parts of the message" param="tab" tabs={tabsOf(story, message, links)} />
    </Item>
  );
}

function tabsOf({ checks }: MessageStory, message: Message, links: readonly string[]): Tab[] {
  const { id, html, text, codes = [], status } = message;
  const tabs: (Tab | false)[] = [
    html !== undefined && { name: 'HTML', content: () => <Preview key={id} message={message} html={html} /> },
    text !== undefined && { name: 'Text', content: () => <LongSource text={text} class="letter" /> },
    {
      name: 'Links & codes',
      count: links.length + codes.length,
      content: () => <LinksAndCodes id={id} links={links} codes={codes} status={status} />,
    },
    checks !== undefined && {
      name: 'Checks',
      count: checks.counts.error + checks.counts.warning,
      content: () => <Checks key={id} html={html} checks={checks} />,
    },
    html !== undefined && { name: 'Source', content: () => <HtmlSource html={html} /> },
    { name: 'Raw', content: () => <Raw message={message} /> },
  ];
  return tabs.filter((tab) => tab !== false);
}

interface MessageActionsProps extends Pick<Message, 'id' | 'status'> {
  /** The link to click. */
  readonly link: string | undefined;
}

function MessageActions({ id, status, link }: MessageActionsProps) {
  const { forget } = model.unread;
  return (
    <span class="actions row push" role="group" aria-label="Actions">
      <DropMenu label="Simulate">
        {simulated.map(([type, label]) => {
          // The statuses that allow it (A64).
          const from = emailTransitions.filter(({ on }) => on === type).map((row) => row.from);
          const isPossible = from.includes(status);
          return (
            <Fragment key={type}>
              <Action
                label={label}
                disabled={!isPossible}
                verb="addMessageEvent"
                given={{ id, type, url: type === 'clicked' ? link : undefined }}
                done={`Message ${type}`}
              />
              {!isPossible && <span class="muted">only if it is {from.join(' or ')}</span>}
            </Fragment>
          );
        })}
      </DropMenu>
      <DropMenu label="More">
        <CopyButton text={id} label="Copy id" />
        <Button
          label="Download"
          title="The whole message as an .eml file"
          onClick={() => void download('getRawMessage', { id }, `${id}.eml`)}
        />
      </DropMenu>
      <Action
        label="Delete"
        question="Delete it?"
        verb="removeMessage"
        given={{ id }}
        done="Message deleted"
        onDone={() => {
          go('messages');
          forget(id);
        }}
      />
    </span>
  );
}

/** The message's own headers, and its MIME source. */
function Raw({ message: { id, messageId, headers } }: { readonly message: Message }) {
  const { response: text, problem } = useRead(
    async (caller) => (await request(caller, 'getRawMessage', { id })).text(),
    [id],
  );
  if (text === undefined) return <Problem text={problem} />;
  return (
    <>
      <Pairs rows={[['Message-ID', messageId], ...Object.entries(headers)]} />
      <LongSource text={text} />
    </>
  );
}
