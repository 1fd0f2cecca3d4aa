import type { Account, CreditEntry } from '../answers.ts';
import { Badge } from '../parts/badge.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Copy } from '../parts/copy.tsx';
import { Check, Field, Form } from '../parts/form.tsx';
import { Problem } from '../parts/problem.tsx';
import { Table } from '../parts/table.tsx';
import { useAction, useAnswer, useSandbox } from '../sandbox.ts';
import { dateAndTime } from '../times.ts';

/** Accounts with their domain, credits and keys. */
export function Accounts() {
  const { accounts, account } = useSandbox();
  const act = useAction();
  return (
    <>
      <div class="head">
        <h1>Accounts</h1>
      </div>
      <p class="lead">An account is one domain with its keys, mail, contacts and credits.</p>
      <div class="cards">
        {accounts.map((row, at) => (
          <Card key={row.id} account={row} isDefault={at === 0} isShown={row.id === account?.id} />
        ))}
      </div>
      <Form
        class="card inline"
        aria-label="New account"
        onFill={({ domain = '', credits }) => {
          const body = {
            domain: { name: domain },
            ...(credits !== undefined && { credits: Number(credits) }),
          };
          return act('/accounts', { method: 'POST', body, anyAccount: true, done: 'The account is open' });
        }}
      >
        <Field label="Domain">
          <input name="domain" placeholder="example.net" required />
        </Field>
        <Field label="Credits">
          <input name="credits" type="number" min={0} placeholder="10000" />
        </Field>
        <button type="submit" class="primary">
          Open an account
        </button>
      </Form>
      <Ledger />
    </>
  );
}

function Card({
  account,
  isDefault,
  isShown,
}: {
  readonly account: Account;
  readonly isDefault: boolean;
  readonly isShown: boolean;
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
        {isShown ? (
          <Badge text="shown" tone="info" />
        ) : (
          <button
            type="button"
            class="small"
            aria-label={`Show ${domain.name}`}
            onClick={() => choose(isDefault ? undefined : id)}
          >
            Show
          </button>
        )}
      </div>
      <p class="mono muted break">{id}</p>
      <div class="checks">
        <Check
          label="DNS verified"
          checked={domain.dnsVerified}
          onChange={(checked) =>
            change(
              { domain: { dnsVerified: checked } },
              checked ? 'The domain is verified' : 'The domain is not verified',
            )
          }
        />
        <Check
          label="Domain active"
          checked={domain.active}
          onChange={(checked) =>
            change(
              { domain: { active: checked } },
              checked ? 'The domain is active' : 'The domain is not active',
            )
          }
        />
      </div>
      <Form
        key={credits}
        class="inline"
        onFill={({ credits: wanted }) => {
          if (wanted !== undefined) change({ credits: Number(wanted) }, `${wanted} credits`);
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
              <span class="muted">until {dateAndTime(expiresAt)}</span>
            )}
            <span class="row-actions">
              <Copy text={key} />
              {status === 'active' && (
                <>
                  <button
                    type="button"
                    class="small"
                    title="Revoke it and create another"
                    onClick={() => post(`/keys/${key}/rotate`, undefined, 'There is another key')}
                  >
                    Rotate
                  </button>
                  <button
                    type="button"
                    class="small"
                    onClick={() => post(`/keys/${key}/expire`, undefined, 'The key has expired')}
                  >
                    Expire
                  </button>
                  <Confirm
                    class="small"
                    label="Revoke"
                    onConfirm={() => post(`/keys/${key}/revoke`, undefined, 'The key is revoked')}
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
            onClick={() =>
              post(`/accounts/${id}/keys`, { environment }, `There is another ${environment} key`)
            }
          >
            New {environment} key
          </button>
        ))}
      </div>
    </section>
  );
}

/** What became of the credits of the account that is shown. */
function Ledger() {
  const { account } = useSandbox();
  const { answer, problem } = useAnswer<{ readonly entries: readonly CreditEntry[] }>(
    '/credits/ledger?limit=50',
  );
  return (
    <section>
      <h2>Credits of {account?.domain.name}</h2>
      <Problem text={problem} />
      <Table columns={['Time', 'For', ['Change', 'number'], ['Balance', 'number']]}>
        {answer?.entries.map(({ at, change, balance, reason, verificationId }, index) => (
          <tr key={index}>
            <td class="mono nowrap">{dateAndTime(at)}</td>
            <td>
              {reason} <span class="mono muted break">{verificationId}</span>
            </td>
            <td class="number">{change > 0 ? `+${change}` : change}</td>
            <td class="number">{balance}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
