import { type Environment, environmentOf, formatTimestamp, keyPattern, keyPrefix } from '@mailrig/contract';
import type { Nothing } from '@mailrig/contract/checking';
import * as z from 'zod/mini';
import { present } from '../../service/state/copy.ts';
import { insertKey, type NewKey } from '../../service/rules/accounts.ts';
import { environment } from '../../service/state/fields.ts';
import type { ApiKey } from '../../service/state/records.ts';
import { accountOf, type ControlContext, covers, findAccount, ScopedControls } from '../context.ts';
import { ControlError, notFound } from '../control-error.ts';
import { time } from '../fields.ts';
import { invoke, type Verb } from '../verb.ts';

/** An API key, unredacted: the control plane belongs to the owner of the sandbox. */
export interface KeyView {
  /** The key itself. */
  readonly key: string;
  /** Whether its mail is sent (`live`) or only simulated (`test`). */
  readonly environment: Environment;
  /** Whether it is accepted. */
  readonly status: 'active' | 'revoked' | 'expired';
  /** ISO 8601; absent if it does not expire. */
  readonly expiresAt?: string;
}

/** A key to create, as callers write it. */
export interface NewKeyInput extends Omit<NewKey, 'expiresAt'> {
  /** ISO 8601, or milliseconds since 1970-01-01T00:00:00Z. Default: never. */
  readonly expiresAt?: string | number | undefined;
}

export const newKey = z.object({
  key: z.optional(z.string().check(z.regex(keyPattern, { error: 'must look like sk_live_… or sk_test_…' }))),
  environment,
  expiresAt: z.optional(time),
});

/** Names an account. */
export interface AccountReference {
  /** Its id, one of its keys, or `default`. */
  readonly id: string;
}

export const createKey: Verb<NewKey & AccountReference, KeyView> = {
  method: 'POST',
  path: '/accounts/{id}/keys',
  summary: 'Create an API key',
  input: z.extend(newKey, { id: z.string() }),
  status: 201,
  run: (context, { id, ...key }) => {
    const account = findAccount(context, id);
    checkNewKey(context, key);
    return changed(context, 'created', insertKey(context.service.store, account.id, key));
  },
};

const keyText = z.object({ key: z.string() });

/** Names an API key. */
export interface KeyReference {
  /** The key itself, for example `sk_live_sandbox`. */
  readonly key: string;
}

export const revokeKey: Verb<KeyReference, KeyView> = {
  method: 'POST',
  path: '/keys/{key}/revoke',
  summary: 'Revoke an API key for good',
  input: keyText,
  run: (context, { key }) => {
    const { keys } = context.service.store;
    return changed(context, 'revoked', keys.replace({ ...findKey(context, key), revoked: true }));
  },
};

export const expireKey: Verb<KeyReference, KeyView> = {
  method: 'POST',
  path: '/keys/{key}/expire',
  summary: 'Make an API key expire now',
  input: keyText,
  run: (context, { key }) => {
    const { keys, clock } = context.service.store;
    return changed(context, 'expired', keys.replace({ ...findKey(context, key), expiresAt: clock.now() }));
  },
};

export const rotateKey: Verb<KeyReference, KeyView> = {
  method: 'POST',
  path: '/keys/{key}/rotate',
  summary: 'Revoke an API key and create another of the same environment',
  input: keyText,
  status: 201,
  run: (context, { key }) => {
    const { accountId: id, environment: side } = findKey(context, key);
    revokeKey.run(context, { key });
    return changed(context, 'created', insertKey(context.service.store, id, { environment: side }));
  },
};

/** Keys of an account, oldest first. */
export function keysOf(context: ControlContext, id: string): ApiKey[] {
  const keys = context.service.store.keys.select(['account', id]);
  return keys.newest(0, keys.count).reverse();
}

/** Keys of an account as the control plane shows them, oldest first. */
export function keyViews(context: ControlContext, id: string): KeyView[] {
  return keysOf(context, id).map((key) => keyView(context, key));
}

function keyView(context: ControlContext, apiKey: ApiKey): KeyView {
  const { key, accountId: _account, environment: side, revoked, expiresAt, ...rest } = apiKey;
  rest satisfies Nothing;
  const expired = expiresAt !== undefined && context.service.store.clock.now() >= expiresAt;
  return present({
    key,
    environment: side,
    status: revoked ? 'revoked' : expired ? 'expired' : 'active',
    expiresAt: expiresAt === undefined ? undefined : formatTimestamp(expiresAt),
  });
}

function findKey(context: ControlContext, text: string): ApiKey {
  const key = context.service.store.keys.get(text);
  if (!key || !covers(context, key.accountId)) throw notFound('such API key');
  return key;
}

/** Logs an event of a key, without the key itself, which is a secret, and shows the key. */
function changed(context: ControlContext, what: 'created' | 'revoked' | 'expired', key: ApiKey): KeyView {
  const { accountId, environment: side } = key;
  context.service.store.log(`key.${what}`, { accountId, environment: side });
  return keyView(context, key);
}

/** Throws if a key exists already or belongs to another environment. */
export function checkNewKey(
  context: ControlContext,
  { key, environment: side }: NewKey,
  field = 'key',
): void {
  if (key === undefined) return;
  if (environmentOf(key) !== side) {
    throw new ControlError(400, 'VALIDATION_ERROR', `${field} must begin with ${keyPrefix(side)}`, {
      details: { field },
    });
  }
  if (context.service.store.keys.get(key)) throw existing(field);
}

/** A 409 for a record that already exists. */
export function existing(field: string): ControlError {
  return new ControlError(409, 'ALREADY_EXISTS', `${field} already exists`, { details: { field } });
}

/** The API keys of an account. */
export class KeyControls extends ScopedControls {
  /** All keys, including revoked and expired ones; oldest first. */
  list(): readonly KeyView[] {
    this.context.service.store.clock.settle();
    return keyViews(this.context, accountOf(this.context).id);
  }

  /** Creates a key, by default a random one. Throws a `ControlError` if the key exists already. */
  create(key: NewKeyInput): KeyView {
    return invoke(createKey, this.context, key, { id: 'default' });
  }

  /**
   * Revokes a key for good: calls with it fail with `KEY_REVOKED`.
   *
   * @param key The key itself.
   */
  revoke(key: string): KeyView {
    return invoke(revokeKey, this.context, { key });
  }

  /**
   * Makes the key expire now.
   *
   * @param key The key itself.
   */
  expire(key: string): KeyView {
    return invoke(expireKey, this.context, { key });
  }

  /**
   * Revokes the key and creates a new one of the same environment.
   *
   * @param key The key itself.
   */
  rotate(key: string): KeyView {
    return invoke(rotateKey, this.context, { key });
  }
}
