import { keyPattern } from '@mailrig/contract';
import { type NewAccount, openAccount } from '../../service/rules/accounts.ts';
import type { Account, Template } from '../../service/state/records.ts';
import type { Store } from '../../service/state/store.ts';

/** The keys of the default account. */
export const defaultKeys = { live: 'sk_live_sandbox', test: 'sk_test_sandbox' } as const;

/** The account that every sandbox starts with. */
export const defaultAccount: NewAccount = {
  domain: { name: 'example.com' },
  credits: 10_000,
  keys: [
    { environment: 'live', key: defaultKeys.live },
    { environment: 'test', key: defaultKeys.test },
  ],
};

type Parts = Omit<Template, 'accountId' | 'id'>;

const welcome: Parts = {
  subject: 'Welcome, {{name}}',
  html: '<h1>Welcome, {{name}}</h1><p>You are on the {{plan}} plan.</p>',
  text: 'Welcome, {{name}}\n\nYou are on the {{plan}} plan.\n',
};

/** The templates that the default account starts with (A56). */
const defaultTemplates: Readonly<Record<string, Parts>> = {
  welcome,
  'welcome-template': welcome,
  receipt: {
    subject: 'Your receipt {{number}}',
    html: '<p>Thank you, {{name}}. You paid {{amount}}.</p>',
    text: 'Thank you, {{name}}. You paid {{amount}}.\n',
  },
  'subject-only': { subject: 'A note for {{name}}' },
};

/** Opens the default account with its templates, or one like it with another key. */
export function openDefaultAccount(store: Store, keys = defaultAccount.keys): Account {
  const account = openAccount(store, { ...defaultAccount, keys });
  addDefaultTemplates(store, account);
  return account;
}

/** Opens an account like the default one for an unknown key, if the key is well-formed. */
export function provision(store: Store, key: string): void {
  const environment = keyPattern.exec(key)?.[1];
  if (environment !== 'live' && environment !== 'test') return;
  const { id, domain } = openDefaultAccount(store, [{ key, environment }]);
  store.log('account.created', { accountId: id, domain: domain.name });
}

/** Adds the templates that the default account starts with. */
export function addDefaultTemplates(store: Store, account: Account): void {
  for (const [id, parts] of Object.entries(defaultTemplates)) {
    store.templates.insert({ accountId: account.id, id, ...parts });
  }
}
