import { refusalIn } from '../control-plane.ts';
import type { LoggedRequest, MessageStory } from '../control-types.ts';
import { dateAndTime, titleOf } from '../format.ts';
import { hrefOf } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { ButtonLink } from '../parts/button.tsx';
import { Actions, Item, recipients } from '../parts/item.tsx';
import { Exchange, Repeat } from '../requests/detail.tsx';
import { Story } from './story.tsx';

/** A send that produced no message: why, what led to it, and the exchange. */
export function RefusedSend({ story }: { readonly story: MessageStory }) {
  const { request: entry } = story;
  if (!entry) return null;
  const { body, response, code, status, requestId, at } = entry;
  const { from, to, cc, bcc, subject, templateId } = Object(body) as Readonly<Record<string, unknown>>;
  const { message } = refusalIn(response?.body);
  return (
    <Item
      class={`message ${story.steps.length > 1 ? 'has-story' : ''}`}
      title={titleOf({ subject: textsIn(subject)[0] ?? '', templateId: textsIn(templateId)[0] })}
      afterTitle={<Badge text="refused" />}
      beforeFacts={
        <p class="problem">
          <strong>{code ?? status ?? 'No response'}</strong> {message ?? 'A fault broke the connection.'}{' '}
          <Lead entry={entry} />
        </p>
      }
      facts={{
        From: textsIn(from)[0],
        To: recipients(textsIn(to)),
        Cc: recipients(textsIn(cc)),
        Bcc: recipients(textsIn(bcc)),
        Refused: dateAndTime(at),
      }}
      afterFacts={
        <Actions label="Use this request">
          <ButtonLink label="Open request" href={hrefOf('requests', requestId, {})} />
          <Repeat entry={entry} />
        </Actions>
      }
    >
      {story.steps.length > 1 && <Story story={story} />}
      <Exchange entry={entry} message={message} />
    </Item>
  );
}

/** Where the cause of a refusal can be seen or changed, by its error code. */
const leads: Readonly<Record<string, readonly [view: string, label: string]>> = {
  RECIPIENT_SUPPRESSED: ['suppressions', 'See the suppression'],
  TEMPLATE_NOT_FOUND: ['templates', 'See the templates'],
  FROM_DOMAIN_MISMATCH: ['accounts', 'See the domain'],
  DOMAIN_VALIDATION_FAILED: ['accounts', 'See the domain'],
  DNS_VERIFICATION_FAILED: ['accounts', 'See the domain'],
  INSUFFICIENT_CREDITS: ['accounts', 'See the credits'],
  RATE_LIMIT_EXCEEDED: ['accounts', 'See the rate limit'],
  UNAUTHORIZED: ['accounts', 'See the keys'],
  IDEMPOTENCY_CONFLICT: ['messages', 'See the email with this key'],
};

function Lead({ entry: { code = '', fault, response, body } }: { readonly entry: LoggedRequest }) {
  const [view, label] =
    (fault !== undefined && code === '' ? ['faults', 'See the faults'] : leads[code]) ?? [];
  if (view === undefined) return null;
  const [key] = code === 'IDEMPOTENCY_CONFLICT' ? textsIn(Object(body).idempotencyKey) : [];
  const suppressed = /"suppressed":\["([^"]+)"/.exec(response?.body ?? '')?.[1];
  const q = key === undefined ? suppressed : `idempotency:"${key}"`;
  return <a href={hrefOf(view, undefined, q === undefined ? {} : { q })}>{label}</a>;
}

function textsIn(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}
