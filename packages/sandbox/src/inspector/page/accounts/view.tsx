import { useShownTime } from '../clock-bar.tsx';
import type { Given } from '../control-plane.ts';
import type { Account, ResponseOf } from '../control-types.ts';
import { counted, dateAndTime, duration } from '../format.ts';
import { hrefOf, model } from '../model.ts';
import { Badge } from '../parts/badge.tsx';
import { Action, Button, CopyButton } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Checkbox, Form, Submit } from '../parts/form.tsx';
import { Head } from '../parts/head.tsx';
import { RowTable } from '../parts/table.tsx';
import { useHappened } from '../past.ts';
import { useResponse } from '../reads.ts';
import { useRowPages } from '../row-pages.ts';

/** All accounts with their domain, credits and keys. */
export function Accounts() {
  const { accounts, account } = model;
  const rates = useResponse('listRateWindows').response;
  return (
    <>
      <Head
        title="Accounts"
        lead="Each account has one domain with its own keys, mail, contacts and credits."
      />
      <div class="cards tiles">
        {accounts.map((row, at) => (
          <Card
            key={row.id}
            account={row}
            isDefault={at === 0}
            rates={row.id === account?.id ? rates : undefined}
          />
        ))}
      </div>
      <Form
        class="card inline row"
        aria-label="New account"
        onSubmit={({ domain = '', credits }) => {
          const body = { domain: { name: domain }, credits: credits && Number(credits) };
          return model.act('createAccount', body, { anyAccount: true, done: 'Account created' });
        }}
      >
        <Field label="Domain" name="domain" placeholder="example.net" required />
        <Field label="Credits" name="credits" type="number" min={0} placeholder="10000" />
        <Submit label="Create account" />
      </Form>
      <Ledger />
    </>
  );
}

const switches = [
  ['dnsVerified', 'DNS verified', 'DNS verified', 'DNS no longer verified'],
  ['active', 'Domain active', 'Domain activated', 'Domain deactivated'],
] as const;

type RateWindows = ResponseOf<'listRateWindows'>;

interface CardProps {
  readonly account: Account;
  readonly isDefault: boolean;
  /** The rate limit of the selected account. */
  readonly rates: RateWindows | undefined;
}

function Card({ account: { id, domain, credits, keys }, isDefault, rates }: CardProps) {
  const { account: selected, choose } = model;
  const happened = useHappened();
  const change = (given: Given<'updateAccount'>, done: string) =>
    void model.act('updateAccount', { id, ...given }, { anyAccount: true, done });
  return (
    <section class={`card ${happened(id)}`} aria-label={domain.name}>
      <div class="card-head line">
        <h2>{domain.name}</h2>
        {isDefault && <Badge text="default" />}
        <span class="grow" />
        {id === selected?.id ? (
          <Badge text="selected" tone="info" />
        ) : (
          <Button label="Select" aria-label={`Select ${domain.name}`} onClick={() => choose(id)} />
        )}
      </div>
      <p class="mono muted">{id}</p>
      <div class="loose row">
        {switches.map(([name, label, on, off]) => (
          <Checkbox
            key={name}
            label={label}
            checked={domain[name]}
            onChange={(checked) => change({ domain: { [name]: checked } }, checked ? on : off)}
          />
        ))}
      </div>
      <Form
        key={credits}
        class="inline row"
        onSubmit={({ credits: wanted }) => {
          if (wanted !== undefined) change({ credits: Number(wanted) }, `Credits set to ${wanted}`);
        }}
      >
        <Field label="Credits" name="credits" type="number" min={0} defaultValue={String(credits)} required />
        <button type="submit">Set</button>
      </Form>
      <Keys id={id} keys={keys} rates={rates} />
    </section>
  );
}

interface KeysProps extends Pick<Account, 'id' | 'keys'>, Pick<CardProps, 'rates'> {}

function Keys({ id, keys, rates }: KeysProps) {
  return (
    <>
      <h3 class="fine">Keys</h3>
      {rates && (
        <p class="muted">
          {rates.isLimited
            ? `Each may make ${rates.keys[0]?.limit ?? 0} requests in ${duration(rates.window)}.`
            : 'This sandbox does not count requests.'}
        </p>
      )}
      <ul class="plain-rows">
        {keys.map((row) => (
          <Key
            key={row.key}
            row={row}
            window={rates?.isLimited ? rates.keys.find(({ key }) => key === row.key) : undefined}
          />
        ))}
      </ul>
      <div class="buttons row">
        {(['live', 'test'] as const).map((environment) => (
          <Action
            key={environment}
            label={`New ${environment} key`}
            verb="createKey"
            given={{ id, environment }}
            done={`New ${environment} key created`}
            anyAccount
          />
        ))}
      </div>
    </>
  );
}

interface KeyProps {
  readonly row: Account['keys'][number];
  readonly window: RateWindows['keys'][number] | undefined;
}

function Key({ row: { key, environment, status, expiresAt }, window }: KeyProps) {
  const byKey = { given: { key }, anyAccount: true };
  return (
    <li>
      <code class="grow">{key}</code>
      <Badge text={environment} />
      {status !== 'active' && <Badge text={status} />}
      {status === 'active' && expiresAt !== undefined && (
        <span class="muted">expires {dateAndTime(expiresAt)}</span>
      )}
      <span class="row push">
        <CopyButton text={key} />
        {status === 'active' && (
          <>
            <Action
              label="Rotate"
              title="Revoke and replace it"
              {...byKey}
              verb="rotateKey"
              done="Key replaced"
            />
            <Action label="Expire" {...byKey} verb="expireKey" done="Key expired" />
            <Action label="Revoke" question="Sure?" {...byKey} verb="revokeKey" done="Key revoked" />
          </>
        )}
      </span>
      {window && <Meter window={window} />}
    </li>
  );
}

/** How much of its rate limit a key has left. */
function Meter({ window }: { readonly window: RateWindows['keys'][number] }) {
  const { key, limit, remaining, resetsAt } = window;
  const now = useShownTime();
  const untilReset = resetsAt === undefined || now === undefined ? 0 : Date.parse(resetsAt) - now;
  const shown = untilReset > 0 ? remaining : limit;
  return (
    <span class="row muted">
      <meter
        aria-label={`Requests left for ${key}`}
        min={0}
        max={limit}
        low={limit * 0.25}
        optimum={limit}
        value={shown}
      />
      {shown} of {limit} left
      {untilReset > 0 && `, resets in ${duration(Math.ceil(untilReset / 1_000) * 1_000)}`}
    </span>
  );
}

/** The credit history of the selected account. */
function Ledger() {
  const { account } = model;
  const pages = useRowPages('listCreditEntries');
  return (
    <section>
      <h2>Credit history of {account?.domain.name}</h2>
      <p class="muted">{counted(account?.credits ?? 0, 'credit')} left. Live verifications use them up.</p>
      <RowTable
        pages={pages}
        columns={[
          ['Time', 'mono nowrap'],
          'Reason',
          ['Change', 'number labelled'],
          ['Balance', 'number labelled'],
        ]}
        empty={['No changes yet', 'Every change of the credits appears here.']}
      >
        {({ at, change, balance, reason, verificationId }) => [
          dateAndTime(at),
          <>
            {reason}{' '}
            {verificationId !== undefined && (
              <a class="mono break" href={hrefOf('verification', verificationId, {})}>
                {verificationId}
              </a>
            )}
          </>,
          change.toLocaleString('en', { signDisplay: 'exceptZero' }),
          balance.toLocaleString('en'),
        ]}
      </RowTable>
    </section>
  );
}
