import { randomInt, randomUUID } from 'node:crypto';

/** Somebody who signed up. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Six digits that prove that the mail arrived. */
  readonly code: string;
  confirmed: boolean;
}

/** A permission to choose a new password. */
export interface Reset {
  readonly account: Account;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The accounts of the app; a real one keeps them in its database. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #resets = new Map<string, Reset>();

  /** A new account, or the one that the address already has: whoever tries again gets the same code. */
  open(email: string, name: string): Account {
    const known = this.find(email);
    if (known) return known;
    const account = {
      id: randomUUID(),
      email,
      name,
      code: String(randomInt(100_000, 1_000_000)),
      confirmed: false,
    };
    this.#accounts.set(email.toLowerCase(), account);
    return account;
  }

  find(email: string): Account | undefined {
    return this.#accounts.get(email.toLowerCase());
  }

  /** A new token with which a new password may be chosen. */
  allowReset(account: Account, expiresAt: number): string {
    const token = randomUUID();
    this.#resets.set(token, { account, expiresAt });
    return token;
  }

  reset(token: string): Reset | undefined {
    return this.#resets.get(token);
  }
}
