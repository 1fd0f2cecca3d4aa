import { counted } from '../format.ts';
import { Action, CopyButton } from '../parts/button.tsx';

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

/** The links and codes of a message, to click and copy. */
export function LinksAndCodes({ id, links, codes, status }: LinksAndCodesProps) {
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
      {links.length > mostLinks && <li class="hint">{counted(links.length - mostLinks, 'more link')}</li>}
    </ul>
  );
}
