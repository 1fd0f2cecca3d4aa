import { useState } from 'preact/hooks';
import { call } from '../control-plane.ts';
import type { ResponseOf } from '../control-types.ts';
import { counted } from '../format.ts';
import { model } from '../model.ts';
import { Badge, StatusBadge } from '../parts/badge.tsx';
import { Action, Button, CopyButton } from '../parts/button.tsx';
import { messageOf } from '../sandbox-tables.ts';

/** Whether the page may open a link. */
export function isWebLink(link: string): boolean {
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

/** The links and codes of a message, to click, copy and follow. */
export function LinksAndCodes({ id, links, codes, status }: LinksAndCodesProps) {
  const { caller, notify } = model;
  const [followed, setFollowed] = useState<ResponseOf<'followLinks'>['links']>();
  const follow = (allowPrivate: boolean) =>
    call(caller, 'followLinks', { id, allowPrivate }).then(
      (response) => setFollowed(response.links),
      (error: unknown) => notify(messageOf(error), 'problem'),
    );
  if (links.length + codes.length === 0) return <p class="hint">This message has no links or codes.</p>;
  return (
    <ul class="links-and-codes plain-rows">
      {codes.map((code) => (
        <li key={code}>
          <code class="row-code">{code}</code>
          <CopyButton text={code} />
        </li>
      ))}
      {links.slice(0, mostLinks).map((link) => (
        <li key={link}>
          {isWebLink(link) ? (
            <a href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
          ) : (
            <code>{link}</code>
          )}
          {followed && <LeadsTo link={followed.find(({ url }) => url === link)} />}
          <span class="row push">
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
function LeadsTo({ link }: { readonly link: ResponseOf<'followLinks'>['links'][number] | undefined }) {
  if (!link) return null;
  const { status, problem } = link;
  if (problem === undefined) return <StatusBadge status={status} />;
  return <Badge text={problem} tone="bad" icon="error" />;
}
