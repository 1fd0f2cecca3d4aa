import {
  createKey,
  expireKey,
  getAccount,
  type KeyView,
  type NewKeyInput,
  revokeKey,
  rotateKey,
} from '../control/accounts.ts';
import { invoke } from '../control/verb.ts';
import { ScopedControls } from './scoped.ts';

/** The API keys of an account. */
export class KeyControls extends ScopedControls {
  /** In the order in which they were created, revoked and expired ones too. */
  list(): readonly KeyView[] {
    return invoke(getAccount, this.scope, { id: this.scope.accountId }).keys;
  }

  /** Creates a key; a random one where none is given. One that exists already is a `ControlError`. */
  create(key: NewKeyInput): KeyView {
    return invoke(createKey, this.scope, { ...key, id: this.scope.accountId });
  }

  /** Revokes a key for good: calls with it are `KEY_REVOKED` from now on. */
  revoke(key: string): KeyView {
    return invoke(revokeKey, this.scope, { key });
  }

  /** Lets the key expire now. */
  expire(key: string): KeyView {
    return invoke(expireKey, this.scope, { key });
  }

  /** Revokes the key and gives another of the same environment. */
  rotate(key: string): KeyView {
    return invoke(rotateKey, this.scope, { key });
  }
}
