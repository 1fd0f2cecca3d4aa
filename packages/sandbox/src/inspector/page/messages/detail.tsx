import type { Within } from '@mailrig/contract/checking';
import { useMemo, useState } from 'preact/hooks';
import type { AnswerOf, Message } from '../control-types.ts';
import { call } from '../control-plane.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Action, Button, ButtonLink, CopyButton, DropMenu, useDownload } from '../parts/button.tsx';
import { Fact, Recipients } from '../parts/blocks.tsx';
import { LongSource } from '../parts/source.tsx';
import { type Tab, Tabs } from '../parts/tabs.tsx';
import { hrefOf, useParam } from '../route.ts';
import { useSandbox } from '../sandbox-context.ts';
import { counted, dateAndTime, titleOf } from '../format.ts';
import { Attachments } from './attachments.tsx';
import { Checks, countOf, useChecks } from './checks.tsx';
import { emailTransitions, messageOf } from '../sandbox-tables.ts';
import { HtmlSource } from './html-source.tsx';
import { Preview } from './preview.tsx';
import { Raw } from './raw.tsx';
import { Story } from './story.tsx';

/** The events to simulate, with the statuses that allow each of them (A64). */
const simulatedEvents = (
  [
    ['delivered', 'Deliver'],
    ['bounced', 'Bounce'],
    ['failed', 'Fail'],
    ['opened', 'Open'],
    ['clicked', 'Click'],
  ] as const
).map(([type, label]) => ({
  type,
  label,
  from: emailTransitions.filter(({ on }) => on === type).map(({ from }) => from),
}));

/** Fields that other parts show: the files, the tab Raw, the story. */
type Left = Pick<Message, 'attachments' | 'messageId' | 'headers' | 'timeline'>;

interface MessageDetailProps {
  readonly message: Message;
  readonly story: AnswerOf<'getStory'>;
}

/** One message, with its actions. */
export function MessageDetail({ message, story }: MessageDetailProps) {
  const [tab, setTab] = useParam('tab');
  const { id, subject, status, environment, html, text, from, to, cc, bcc, replyTo, ...more } = message;
  const { templateId, createdAt, damaged, links: given, codes, ...rest } = more;
  rest satisfies Within<typeof rest, Left>;
  const download = useDownload();
  const { forget } = useSandbox().unread;
  const [code] = codes;
  const links = useMemo(() => [...new Set(given)].filter((link) => link !== ''), [given]);
  const checks = useChecks(id);
  const [firstLink] = links.filter(isWebLink);
  const tabs: (Tab | false)[] = [
    html !== undefined && {
      name: 'HTML',
      content: () => <Preview key={id} message={message} html={html} />,
    },
    text !== undefined && { name: 'Text', content: () => <LongSource text={text} class="letter" /> },
    {
      name: 'Links & codes',
      count: links.length + codes.length,
      content: () => <LinksAndCodes id={id} links={links} codes={codes} status={status} />,
    },
    {
      name: 'Checks',
      count: countOf(checks),
      content: () => <Checks key={id} message={message} checks={checks} />,
    },
    html !== undefined && { name: 'Source', content: () => <HtmlSource html={html} /> },
    { name: 'Raw', content: () => <Raw message={message} /> },
  ];
  return (
    <article class="message has-story column" aria-label={subject}>
      <header class="column">
        <div class="title row">
          <h1 class="break" dir="auto">
            {titleOf({ subject })}
          </h1>
          <Badge text={status} />
          {environment === 'test' && <Badge text="test key: never delivered or listed" />}
          <span class="actions row push" role="group" aria-label="Actions">
            <DropMenu label="Simulate">
              {simulatedEvents.map(({ type, label, from }) => (
                <div key={type} class="line">
                  <Action
                    label={label}
                    disabled={!from.includes(status)}
                    verb="addMessageEvent"
                    given={{ id, type, url: type === 'clicked' ? firstLink : undefined }}
                    done={`Message ${type}`}
                  />
                  {!from.includes(status) && <span class="muted">only if it is {from.join(' or ')}</span>}
                </div>
              ))}
            </DropMenu>
            <DropMenu label="More">
              <div class="line">
                <CopyButton text={id} label="Copy id" />
              </div>
              <div class="line">
                <Button
                  label="Download"
                  title="The whole message as an .eml file"
                  onClick={() => download('getRawMessage', { id }, `${id}.eml`)}
                />
              </div>
              <div class="line">
                <ButtonLink label="Compare" href={hrefOf('compare', undefined, { a: id })} />
              </div>
            </DropMenu>
            <Action
              label="Delete"
              question="Delete it?"
              verb="removeMessage"
              given={{ id }}
              done="Message deleted"
              onDone={() => {
                forget(id);
                location.hash = hrefOf('messages');
              }}
            />
          </span>
        </div>
        <dl class="facts row">
          <Fact name="From" value={from} />
          <Recipients name="To" addresses={to} />
          <Recipients name="Cc" addresses={cc} />
          <Recipients name="Bcc" addresses={bcc} />
          <Fact name="Reply-To" value={replyTo} />
          <Fact name="Template" value={templateId} />
          <Fact name="Accepted" value={dateAndTime(createdAt)} />
          <Fact name="Damaged" value={damaged} />
          <Fact
            name="Code"
            class="row"
            value={
              code && (
                <>
                  <code class="row-code">{code}</code>
                  <CopyButton text={code} />
                </>
              )
            }
          />
        </dl>
        <Attachments message={message} />
        {environment === 'test' && (
          <p class="hint">Sent with a test key: it stays as it is until you use the buttons above.</p>
        )}
      </header>
      <Story story={story} />
      <Tabs
        label="Parts of the message"
        tabs={tabs.filter((row) => row !== false)}
        chosen={tab === '' ? undefined : tab}
        onChoose={setTab}
      />
    </article>
  );
}

/** Whether the page may open a link. */
function isWebLink(link: string): boolean {
  return /^(https?|mailto):/i.test(link);
}

/** Links that are shown. */
const mostLinks = 500;

interface LinksAndCodesProps {
  readonly id: string;
  readonly links: readonly string[];
  readonly codes: readonly string[];
  readonly status: string;
}

function LinksAndCodes({ id, links, codes, status }: LinksAndCodesProps) {
  const { caller, notify } = useSandbox();
  const [followed, setFollowed] = useState<AnswerOf<'followLinks'>['links']>();
  const follow = (allowPrivate: boolean) =>
    call(caller, 'followLinks', { id, allowPrivate }).then(
      (answer) => setFollowed(answer.links),
      (error: unknown) => notify(messageOf(error), 'problem'),
    );
  if (links.length + codes.length === 0) return <p class="hint">This message has no links or codes.</p>;
  return (
    <ul class="links-and-codes">
      {codes.map((code) => (
        <li key={code}>
          <code class="one-time">{code}</code>
          <CopyButton text={code} />
        </li>
      ))}
      {links.slice(0, mostLinks).map((link) => (
        <li key={link}>
          {isWebLink(link) ? (
            <a class="break" href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
          ) : (
            <code>{link}</code>
          )}
          {followed && <LeadsTo link={followed.find(({ url }) => url === link)} />}
          <span class="row-actions row push">
            {status === 'delivered' && (
              <Action
                label="Click"
                verb="addMessageEvent"
                given={{ id, type: 'clicked', url: link }}
                done="Link clicked"
              />
            )}
            <CopyButton text={link} />
          </span>
        </li>
      ))}
      {links.some((link) => /^https?:/i.test(link)) && (
        <li>
          <Button
            label="Follow the links"
            title="Sends a HEAD request to each, from this machine to public addresses"
            onClick={() => void follow(false)}
          />
          {followed?.some(({ problem }) => problem?.startsWith('private')) && (
            <Button label="Private addresses too" onClick={() => void follow(true)} />
          )}
        </li>
      )}
      {links.length > mostLinks && <li class="hint">{counted(links.length - mostLinks, 'more link')}</li>}
    </ul>
  );
}

/** Where a link leads, once it was followed. */
function LeadsTo({ link }: { readonly link: AnswerOf<'followLinks'>['links'][number] | undefined }) {
  if (!link) return null;
  const { status, problem } = link;
  if (problem === undefined) return <StatusBadge status={status} />;
  return <Badge text={problem} tone="bad" icon="error" />;
}
