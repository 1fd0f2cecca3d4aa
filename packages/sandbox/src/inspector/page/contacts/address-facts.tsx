import { dateAndTime } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { Action } from '../parts/button.tsx';
import { Facts } from '../parts/item.tsx';
import { Problem } from '../parts/states.tsx';
import { useResponse } from '../reads.ts';

interface AddressFactsProps {
  readonly email: string;
  /** Id of a contact that is shown already. */
  readonly contact?: string;
}

/** What the account has about an address, in any list or in none. */
export function AddressFacts({ email, contact }: AddressFactsProps) {
  const { response, problem } = useResponse('getAddress', { email });
  const { clock } = model;
  if (!response) return <Problem text={problem} />;
  const { suppression, verified, outcome } = response;
  const others = response.contacts.filter(({ id }) => id !== contact);
  return (
    <Facts
      class="terms address"
      rows={{
        Suppression: suppression ? (
          <>
            <Badge text="suppressed" /> {suppression.reason}{' '}
            <span class="muted">since {dateAndTime(suppression.createdAt)}</span>
            <Unsuppress email={email} />
            <a href={hrefOf('messages', undefined, { q: `status:refused to:${email}` })}>Refused sends</a>
          </>
        ) : (
          <span class="muted">Mail can go to this address.</span>
        ),
        [contact === undefined ? 'Lists' : 'Other lists']:
          others.length === 0 ? (
            <span class="muted">None.</span>
          ) : (
            others.map(({ id, listName, status }) => (
              <span key={id} class="row">
                <a href={hrefOf('contacts', id, {})}>{listName}</a> <Badge text={status} />
              </span>
            ))
          ),
        Verification:
          verified.length === 0 ? (
            <span class="muted">Never verified.</span>
          ) : (
            verified.map(({ environment, result, reason, riskScore, details, cachedUntil }) => (
              <span key={environment} class="row">
                <Badge text={result} /> {reason}
                <span class="muted">
                  risk {riskScore}
                  {details.isDisposable && ', disposable'}
                  {details.isFreeProvider && ', free provider'}
                  {details.isRoleAccount && ', role'}, {environment} key,{' '}
                  {clock && clock.now >= cachedUntil
                    ? 'no longer cached'
                    : `cached until ${dateAndTime(cachedUntil)}`}
                </span>
              </span>
            ))
          ),
        'Fixed result': outcome && (
          <>
            <Badge text={outcome.result} /> {outcome.reason}
          </>
        ),
      }}
    />
  );
}

/** Takes an address off the suppression list. */
export function Unsuppress({ email }: { readonly email: string }) {
  return (
    <Action
      label="Remove"
      aria-label={`Remove ${email}`}
      verb="removeSuppression"
      given={{ email }}
      done={`Mail can go to ${email} again`}
    />
  );
}
