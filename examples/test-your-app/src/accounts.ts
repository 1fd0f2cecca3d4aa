import { randomInt, randomUUID } from 'node:crypto';

/** A user who has signed up. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Six digits, sent by mail to confirm the address. */
  readonly code: string;
  confirmed: boolean;
}

/** Permission to choose a new password. */
export interface Reset {
  readonly account: Account;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The app's accounts. A real app keeps them in a database. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #resets = new Map<string, Reset>();

  /** Creates an account, or returns the existing one of this address, with the same code. */
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

  /** Creates a token for choosing a new password. */
  allowReset(account: Account, expiresAt: number): string {
    const token = randomUUID();
    this.#resets.set(token, { account, expiresAt });
    return token;
  }

  reset(token: string): Reset | undefined {
    return this.#resets.get(token);
  }
}
