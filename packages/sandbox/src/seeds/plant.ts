import { check, operations } from '@mailrig/contract';
import { createAccount, createKey } from '../control/accounts.ts';
import { setContactStatus } from '../control/contacts.ts';
import { addFault } from '../control/faults.ts';
import { ControlError, invalid } from '../control/refusal.ts';
import { addSuppression } from '../control/suppressions.ts';
import { setTemplate } from '../control/templates.ts';
import { choose, invoke, type Scope } from '../control/verb.ts';
import { setVerificationResult } from '../control/verifications.ts';
import { createContactList } from '../operations/contact-lists.ts';
import { createContact } from '../operations/contacts.ts';
import type { Context } from '../operations/operation.ts';
import { addDefaultTemplates, defaultAccount } from '../seed.ts';
import type { Account } from '../state/records.ts';
import { fieldsRefusal, Refusal } from '../wire/refusal.ts';
import type { Seed, SeedAccount, SeedContact, SeedContactList } from './seed.ts';

/**
 * Puts everything of a seed into an empty sandbox.
 *
 * @throws ControlError naming the path of what is wrong in the seed, and what was expected there.
 */
export function plant(scope: Scope, { accounts = [], faults = [] }: Seed): void {
  const [first = {}, ...further] = accounts;
  plantAccount(scope, 'seed.accounts[0]', withDefaults(first), (account) =>
    addDefaultTemplates(scope.service.store, account),
  );
  for (const [index, account] of further.entries()) {
    plantAccount(scope, `seed.accounts[${index + 1}]`, account, () => undefined);
  }
  for (const [index, fault] of faults.entries()) {
    at(`seed.faults[${index}]`, () => invoke(addFault, scope, fault));
  }
}

/** The first account with what it leaves out. */
function withDefaults(account: SeedAccount): SeedAccount {
  const { domain, credits, keys: usual = [] } = defaultAccount;
  const keys = account.keys ?? [];
  const missing = usual.filter(({ environment }) => keys.every((key) => key.environment !== environment));
  return {
    ...account,
    domain: account.domain ?? domain,
    credits: account.credits ?? credits,
    keys: [...keys, ...missing],
  };
}

function plantAccount(
  whole: Scope,
  path: string,
  seed: SeedAccount,
  prepare: (account: Account) => void,
): void {
  const { domain, credits, keys, templates = {}, suppressions = [], contactLists = [] } = seed;
  const { id } = at(path, () => invoke(createAccount, whole, { domain, credits, ...(keys && { keys: [] }) }));
  const scope = choose(whole, id);
  for (const [index, key] of (keys ?? []).entries()) {
    at(`${path}.keys[${index}]`, () => invoke(createKey, scope, { ...key, id }));
  }
  const account = scope.service.store.accounts.get(id) as Account;
  prepare(account);
  for (const [name, parts] of Object.entries(templates)) {
    at(`${path}.templates.${name}`, () => invoke(setTemplate, scope, { ...parts, id: name }));
  }
  for (const [index, suppression] of suppressions.entries()) {
    const entry = typeof suppression === 'string' ? { email: suppression } : suppression;
    at(`${path}.suppressions[${index}]`, () => invoke(addSuppression, scope, entry));
  }
  for (const [index, list] of contactLists.entries()) {
    plantList(scope, account, `${path}.contactLists[${index}]`, list);
  }
  for (const [email, outcome] of Object.entries(seed.verificationResults ?? {})) {
    at(`${path}.verificationResults.${email}`, () =>
      invoke(setVerificationResult, scope, { ...outcome, email }),
    );
  }
}

function plantList(
  scope: Scope,
  account: Account,
  path: string,
  { contacts = [], ...list }: SeedContactList,
): void {
  const { store, settings } = scope.service;
  const context: Context = { store, settings, account, environment: 'live', uploadOrigin: '' };
  const created = at(path, () => {
    const body = checked(operations.createContactList.body, list);
    return createContactList.run(context, { params: {}, query: undefined, body, headers: none }, undefined);
  }).result.list;
  for (const [index, contact] of contacts.entries()) {
    at(`${path}.contacts[${index}]`, () => plantContact(scope, context, created.id, contact));
  }
}

function plantContact(scope: Scope, context: Context, listId: string, seed: SeedContact): void {
  const { status, ...contact } = seed;
  const list = context.store.contactLists.get(listId);
  if (!list) throw new TypeError(`There is no list ${listId}`);
  const body = checked(operations.createContact.body, contact);
  const input = { params: { listId }, query: undefined, body, headers: none };
  const { id } = createContact.run(context, input, list).result.contact;
  if (status !== undefined && status !== 'active') invoke(setContactStatus, scope, { id, status });
}

/** No headers: nothing of a seed comes over HTTP. */
const none = { get: () => null, forEach() {} };

function checked<T>(schema: Parameters<typeof check<T>>[0], value: unknown): T {
  const result = check(schema, value);
  if (result.ok) return result.value;
  throw fieldsRefusal('VALIDATION_ERROR', result.errors);
}

/** Does something; where it is refused, the error says where in the seed the reason is. */
function at<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ControlError || error instanceof Refusal) throw located(path, error);
    throw error;
  }
}

function located(path: string, { message, details }: ControlError | Refusal): ControlError {
  const { field: name, errors } = (details ?? {}) as {
    readonly field?: string;
    readonly errors?: readonly { readonly field: string; readonly message: string }[];
  };
  const [first] = errors ?? [];
  if (first) return invalid(below(path, first.field), first.message);
  const field = below(path, name ?? '');
  const words = name && message.startsWith(`${name} `) ? message.slice(name.length) : `: ${message}`;
  return new ControlError(400, 'VALIDATION_ERROR', `${field}${words}`, { field });
}

function below(path: string, field: string): string {
  if (field === '') return path;
  return field.startsWith('[') ? `${path}${field}` : `${path}.${field}`;
}
