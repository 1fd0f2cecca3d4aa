import { Ledger } from './ledger.tsx';
import { RateLimit } from './rate-limit.tsx';
import type { Account } from '../control-types.ts';
import { Badge } from '../parts/badge.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Checkbox, Field, Form } from '../parts/form.tsx';
import { useAction, useSandbox } from '../sandbox-context.ts';
import { dateAndTime } from '../format.ts';

/** All accounts with their domain, credits and keys. */
export function Accounts() {
  const { accounts, account } = useSandbox();
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Accounts</h1>
      </div>
      <p class="lead">Each account has one domain with its own keys, mail, contacts and credits.</p>
      <div class="cards">
        {accounts.map((row, at) => (
          <Card key={row.id} account={row} isDefault={at === 0} isSelected={row.id === account?.id} />
        ))}
      </div>
      <Form
        class="card inline"
        aria-label="New account"
        onSubmit={({ domain = '', credits }) => {
          const body = {
            domain: { name: domain },
            ...(credits !== undefined && { credits: Number(credits) }),
          };
          return act('/accounts', { method: 'POST', body, anyAccount: true, done: 'Account created' });
        }}
      >
        <Field label="Domain">
          <input name="domain" placeholder="example.net" required />
        </Field>
        <Field label="Credits">
          <input name="credits" type="number" min={0} placeholder="10000" />
        </Field>
        <button type="submit" class="primary">
          Create account
        </button>
      </Form>
      <RateLimit />
      <Ledger />
    </>
  );
}

function Card({
  account,
  isDefault,
  isSelected,
}: {
  readonly account: Account;
  readonly isDefault: boolean;
  readonly isSelected: boolean;
}) {
  const { choose } = useSandbox();
  const act = useAction();
  const { id, domain, credits, keys } = account;
  const change = (body: object, done: string) =>
    void act(`/accounts/${id}`, { method: 'PATCH', body, anyAccount: true, done });
  const post = (path: string, body: object | undefined, done: string) =>
    void act(path, { method: 'POST', body, anyAccount: true, done });
  return (
    <section class="card" aria-label={domain.name}>
      <div class="card-head">
        <h2>{domain.name}</h2>
        {isDefault && <Badge text="default" />}
        <span class="grow" />
        {isSelected ? (
          <Badge text="selected" tone="info" />
        ) : (
          <button
            type="button"
            class="small"
            aria-label={`Select ${domain.name}`}
            onClick={() => choose(isDefault ? undefined : id)}
          >
            Select
          </button>
        )}
      </div>
      <p class="mono muted break">{id}</p>
      <div class="switches">
        <Checkbox
          label="DNS verified"
          checked={domain.dnsVerified}
          onChange={(checked) =>
            change({ domain: { dnsVerified: checked } }, checked ? 'DNS verified' : 'DNS no longer verified')
          }
        />
        <Checkbox
          label="Domain active"
          checked={domain.active}
          onChange={(checked) =>
            change({ domain: { active: checked } }, checked ? 'Domain activated' : 'Domain deactivated')
          }
        />
      </div>
      <Form
        key={credits}
        class="inline"
        onSubmit={({ credits: wanted }) => {
          if (wanted !== undefined) change({ credits: Number(wanted) }, `Credits set to ${wanted}`);
        }}
      >
        <Field label="Credits">
          <input name="credits" type="number" min={0} defaultValue={String(credits)} required />
        </Field>
        <button type="submit">Set</button>
      </Form>
      <h3>Keys</h3>
      <ul class="plain-rows">
        {keys.map(({ key, environment, status, expiresAt }) => (
          <li key={key}>
            <code class="grow break">{key}</code>
            <Badge text={environment} tone={environment === 'live' ? 'info' : 'plain'} />
            {status !== 'active' && <Badge text={status} />}
            {status === 'active' && expiresAt !== undefined && (
              <span class="muted">expires {dateAndTime(expiresAt)}</span>
            )}
            <span class="row-actions">
              <CopyButton text={key} />
              {status === 'active' && (
                <>
                  <button
                    type="button"
                    class="small"
                    title="Revoke this key and create a new one"
                    onClick={() =>
                      post(`/keys/${key}/rotate`, undefined, 'Key revoked and replaced by a new one')
                    }
                  >
                    Rotate
                  </button>
                  <button
                    type="button"
                    class="small"
                    onClick={() => post(`/keys/${key}/expire`, undefined, 'Key expired')}
                  >
                    Expire
                  </button>
                  <ConfirmButton
                    class="small"
                    label="Revoke"
                    onConfirm={() => post(`/keys/${key}/revoke`, undefined, 'Key revoked')}
                  />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div class="buttons">
        {(['live', 'test'] as const).map((environment) => (
          <button
            key={environment}
            type="button"
            class="small"
            onClick={() => post(`/accounts/${id}/keys`, { environment }, `New ${environment} key created`)}
          >
            New {environment} key
          </button>
        ))}
      </div>
    </section>
  );
}
