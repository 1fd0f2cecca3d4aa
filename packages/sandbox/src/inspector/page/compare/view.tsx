import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { call, type Caller, parsed } from '../control-plane.ts';
import { shortTime, titleOf } from '../format.ts';
import { Picture } from '../messages/preview.tsx';
import { hrefOf, model, setParams } from '../model.ts';
import { Select } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { EmptyState, Problem } from '../parts/states.tsx';
import { useRead } from '../reads.ts';
import { differences } from './differences.ts';

/** One of two things to compare: named texts, in order, and HTML to look at. */
interface Side {
  readonly href: string;
  readonly title: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly html?: string | undefined;
}

/** Two messages or two requests next to each other. Their ids are in the address: `#/compare?a=…&b=…`. */
export function Compare() {
  const { a = '', b: given = '' } = model.route.params;
  const choices = useChoices(a.startsWith('req_'));
  // By default, with the one before.
  const b = given || (choices[choices.findIndex(([id]) => id === a) + 1]?.[0] ?? '');
  const left = useSide(a);
  const right = useSide(b);
  const sides = [left.response, right.response];
  const names = new Set(sides.flatMap((side) => Object.keys(side?.texts ?? {})));
  const picker = (label: string, param: string, id: string) => (
    <Select
      label={label}
      value={id}
      options={
        choices.some(([known]) => known === id) ? choices : [[id, id || 'Choose one'] as const, ...choices]
      }
      onChange={(chosen) => setParams({ [param]: chosen })}
    />
  );
  return (
    <>
      <Head title="Compare" lead="What differs is marked." />
      <Problem text={left.problem ?? right.problem} />
      <div class="compare">
        {picker('Left', 'a', a)}
        {picker('Right', 'b', b)}
        {sides.map((side, at) => (
          <div key={at} dir="auto">
            {side && (
              <h2>
                <a href={side.href}>{side.title}</a>
              </h2>
            )}
          </div>
        ))}
        {[...names].map((name) => (
          <Row key={name} name={name} left={left.response?.texts[name]} right={right.response?.texts[name]} />
        ))}
        {sides.map((side, at) => (
          <div key={at}>
            {side?.html !== undefined && <Picture title={`As seen: ${side.title}`} html={side.html} />}
          </div>
        ))}
      </div>
      {names.size === 0 && <EmptyState title="Choose two messages, or two requests" />}
    </>
  );
}

/** The latest messages or requests, by their ids. */
function useChoices(isRequest: boolean): readonly (readonly [id: string, title: string])[] {
  const { clock } = model;
  const time = (iso: string) => shortTime(iso, clock?.now);
  const { response } = useRead(
    async (caller, signal) => {
      if (!isRequest) return (await call(caller, 'listMessages', { limit: 100 }, { signal })).messages;
      const given = { limit: 100, operation: 'sendEmail' };
      return (await call(caller, 'listRequests', given, { signal })).requests;
    },
    [isRequest],
    { again: true },
  );
  return (response ?? []).map((row) =>
    'requestId' in row
      ? [row.requestId, `${time(row.at)} ${row.status ?? 'no response'} ${row.about ?? ''}`]
      : [row.id, `${time(row.createdAt)} ${titleOf(row)}, ${row.to.join(', ')}`],
  );
}

function useSide(id: string) {
  return useRead(
    async (caller, signal) => {
      if (id === '') return undefined;
      return id.startsWith('req_') ? requestSide(caller, id, signal) : messageSide(caller, id, signal);
    },
    [id],
  );
}

async function messageSide(caller: Caller, id: string, signal: AbortSignal): Promise<Side> {
  const message = await call(caller, 'getMessage', { id }, { signal });
  const { subject, from, to, cc, bcc, html, text = '', headers, status } = message;
  return {
    href: hrefOf('messages', id, {}),
    title: titleOf(message),
    texts: {
      Subject: subject,
      From: from,
      To: [...to, ...cc, ...bcc].join(', '),
      Status: status,
      Text: text,
      'HTML as text': html === undefined ? '' : textOf(html),
      Headers: Object.entries(headers)
        .map((header) => header.join(': '))
        .join('\n'),
    },
    html,
  };
}

async function requestSide(caller: Caller, id: string, signal: AbortSignal): Promise<Side> {
  const entry = await call(caller, 'getRequest', { id }, { signal });
  const { operation, method, path, body, headers, status, response } = entry;
  const json = (value: unknown) => JSON.stringify(value, undefined, 2) ?? '';
  return {
    href: hrefOf('requests', id, {}),
    title: operation ?? path,
    texts: {
      Request: `${method} ${path}`,
      Body: json(body),
      'Request headers': json(headers),
      Status: String(status ?? 'no response'),
      Response: json(parsed(response?.body) ?? response?.body),
      'Response headers': json(response?.headers),
    },
  };
}

/** The words of an HTML document. The document is inert: it loads nothing and runs nothing. */
function textOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('style, script')) element.remove();
  for (const element of body.querySelectorAll('br, p, div, tr, li, h1, h2, h3, h4')) element.append('\n');
  const lines = (body.textContent ?? '').split('\n').map((line) => line.replaceAll(/[\t ]+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** Characters of a long text that are compared. */
const most = 100_000;

interface RowProps {
  readonly name: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** A text of both sides, with what differs in marks. */
function Row({ name, left = '', right = '' }: RowProps) {
  const pieces = useMemo(() => differences(left.slice(0, most), right.slice(0, most)), [left, right]);
  if (left === '' && right === '') return null;
  return (
    <>
      <h3 class="fine">
        {name} {left === right && '(the same)'}
      </h3>
      {(['left', 'right'] as const).map((side) => (
        <pre key={side} class="letter" dir="auto" tabIndex={0}>
          {pieces.map(({ [side]: text, isSame }, at) => {
            const end = isSame ? 0 : text.trimEnd().length;
            return (
              <Fragment key={at}>
                {end > 0 && <mark class="ignored">{text.slice(0, end)}</mark>}
                {text.slice(end)}
              </Fragment>
            );
          })}
        </pre>
      ))}
    </>
  );
}
