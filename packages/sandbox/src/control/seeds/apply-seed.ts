import { check, operations } from '@mailrig/contract';
import type { Nothing } from '@mailrig/contract/checking';
import { createAccount } from '../accounts/accounts.ts';
import { setContactStatus } from '../contacts/contacts.ts';
import { type ControlContext, forAccount } from '../context.ts';
import { ControlError, invalid } from '../control-error.ts';
import { addFault } from '../faults/faults.ts';
import { createKey } from '../accounts/keys.ts';
import { addSuppression } from '../contacts/suppressions.ts';
import { setTemplate } from '../templates/templates.ts';
import { invoke } from '../verb.ts';
import { setVerificationResult } from '../verifications/results.ts';
import { createContactList } from '../../service/operations/contact-lists.ts';
import { createContact } from '../../service/operations/contacts.ts';
import type { Context } from '../../service/rules/context.ts';
import type { Account } from '../../service/state/records.ts';
import { fieldsRefusal, Refusal } from '../../service/wire/refusal.ts';
import { addDefaultTemplates, defaultAccount } from './default-account.ts';
import type { Seed, SeedAccount, SeedContact, SeedContactList } from './seed.ts';

/**
 * Creates everything in a seed, in an empty sandbox.
 *
 * @throws ControlError naming the path of the mistake in the seed and the expected value.
 */
export function applySeed(control: ControlContext, seed: Seed): void {
  // The clock was set when the sandbox was made.
  const { startAt: _startAt, accounts = [], faults = [], ...rest } = seed;
  rest satisfies Nothing;
  const [first = {}, ...further] = accounts;
  openSeedAccount(control, 'seed.accounts[0]', withDefaults(first), (account) =>
    addDefaultTemplates(control.service.store, account),
  );
  for (const [index, account] of further.entries()) {
    openSeedAccount(control, `seed.accounts[${index + 1}]`, account, () => undefined);
  }
  for (const [index, fault] of faults.entries()) {
    within(`seed.faults[${index}]`, () => invoke(addFault, control, fault));
  }
}

/** The first account, with defaults for the parts it leaves out. */
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

function openSeedAccount(
  whole: ControlContext,
  path: string,
  seed: SeedAccount,
  prepare: (account: Account) => void,
): void {
  const { domain, credits, keys, templates = {}, suppressions = [], contactLists = [], ...others } = seed;
  const { verificationResults = {}, ...rest } = others;
  rest satisfies Nothing;
  const { id } = within(path, () =>
    invoke(createAccount, whole, { domain, credits, ...(keys && { keys: [] }) }),
  );
  const control = forAccount(whole, id);
  for (const [index, key] of (keys ?? []).entries()) {
    within(`${path}.keys[${index}]`, () => invoke(createKey, control, key, { id }));
  }
  const account = control.service.store.accounts.get(id) as Account;
  prepare(account);
  for (const [name, parts] of Object.entries(templates)) {
    within(`${path}.templates.${name}`, () => invoke(setTemplate, control, parts, { id: name }));
  }
  for (const [index, suppression] of suppressions.entries()) {
    const entry = typeof suppression === 'string' ? { email: suppression } : suppression;
    within(`${path}.suppressions[${index}]`, () => invoke(addSuppression, control, entry));
  }
  for (const [index, list] of contactLists.entries()) {
    addList(control, account, `${path}.contactLists[${index}]`, list);
  }
  for (const [email, outcome] of Object.entries(verificationResults)) {
    within(`${path}.verificationResults.${email}`, () =>
      invoke(setVerificationResult, control, outcome, { email }),
    );
  }
}

function addList(
  control: ControlContext,
  account: Account,
  path: string,
  { contacts = [], ...list }: SeedContactList,
): void {
  const { store, settings } = control.service;
  const context: Context = { store, settings, account, environment: 'live', uploadOrigin: '' };
  const created = within(path, () => {
    const body = checked(operations.createContactList.body, list);
    return createContactList.run(context, { params: {}, query: undefined, body, headers: none }, undefined);
  }).result.list;
  for (const [index, contact] of contacts.entries()) {
    within(`${path}.contacts[${index}]`, () => addContact(control, context, created.id, contact));
  }
}

function addContact(control: ControlContext, context: Context, listId: string, seed: SeedContact): void {
  const { status, ...contact } = seed;
  const list = context.store.contactLists.get(listId);
  if (!list) throw new TypeError(`There is no list ${listId}`);
  const body = checked(operations.createContact.body, contact);
  const input = { params: { listId }, query: undefined, body, headers: none };
  const { id } = createContact.run(context, input, list).result.contact;
  if (status !== undefined && status !== 'active') invoke(setContactStatus, control, { id, status });
}

/** No headers: a seed does not come over HTTP. */
const none = { get: () => null, forEach() {} };

function checked<T>(schema: Parameters<typeof check<T>>[0], value: unknown): T {
  const result = check(schema, value);
  if (result.ok) return result.value;
  throw fieldsRefusal('VALIDATION_ERROR', result.errors);
}

/** Runs a step; if it is refused, the error names the path in the seed. */
function within<T>(path: string, run: () => T): T {
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
  return new ControlError(400, 'VALIDATION_ERROR', `${field}${words}`, { details: { field } });
}

function below(path: string, field: string): string {
  if (field === '') return path;
  return field.startsWith('[') ? `${path}${field}` : `${path}.${field}`;
}
