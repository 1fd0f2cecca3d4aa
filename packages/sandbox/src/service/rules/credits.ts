import type { Account, CreditEntry } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { Refusal } from '../wire/refusal.ts';

/** Enters the initial credits of an account into its ledger. */
export function openLedger(store: Store, { id, credits }: Account): void {
  enter(store, id, { change: credits, balance: credits, reason: 'opening' });
}

/** Checks that an account can pay. Throws a `Refusal` with `INSUFFICIENT_CREDITS`; nothing is taken (A109). */
export function checkCredits(store: Store, accountId: string, required: number): void {
  const available = creditsOf(store, accountId);
  if (available >= required) return;
  const message = `Credits of the account: ${available}; cost of the verification: ${required}`;
  throw new Refusal('INSUFFICIENT_CREDITS', message, { required, available });
}

/** Takes the cost of a verification; {@link checkCredits} must have passed. */
export function takeCredits(store: Store, accountId: string, amount: number, verificationId: string): void {
  const balance = creditsOf(store, accountId) - amount;
  change(store, accountId, { balance, reason: 'verification', verificationId });
}

/** Sets the balance of an account by hand. */
export function setCredits(store: Store, accountId: string, balance: number): void {
  change(store, accountId, { balance, reason: 'set' });
}

const creditsOf = (store: Store, accountId: string): number => store.accounts.get(accountId)?.credits ?? 0;

function change(
  store: Store,
  accountId: string,
  after: Pick<CreditEntry, 'balance' | 'reason' | 'verificationId'>,
): void {
  const account = store.accounts.get(accountId);
  if (!account || after.balance === account.credits) return;
  store.accounts.replace({ ...account, credits: after.balance });
  const entry = { change: after.balance - account.credits, ...after };
  enter(store, accountId, entry);
  store.log('credits.changed', { accountId, ...entry });
}

function enter(
  store: Store,
  accountId: string,
  entry: Pick<CreditEntry, 'change' | 'balance' | 'reason' | 'verificationId'>,
): void {
  const position = store.creditEntries.select(['account', accountId]).count;
  store.creditEntries.insert({ accountId, position, at: store.clock.now(), ...entry });
}
