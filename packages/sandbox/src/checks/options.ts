import type { CheckName, Severity } from './checks.ts';

/** From the most severe to the least. */
export const severities = ['error', 'warning', 'advice'] as const satisfies readonly Severity[];

/** How to check a message. */
export interface CheckOptions {
  /**
   * The mail clients to support, such as `gmail.ios`; `outlook.*` and `outlook` stand for a family. Default:
   * `apple-mail.*`, `gmail.*`, `outlook.*`, `samsung-email.*` and `yahoo.*`.
   */
  readonly clients?: readonly string[] | undefined;
  /** Checks to leave out, such as `image-alt`, and features that clients may lack, such as `css-border-radius`. */
  readonly ignore?: readonly (CheckName | (string & Record<never, never>))[] | undefined;
  /** The lowest severity that makes a message fail. Default `warning`. */
  readonly failOn?: Severity | undefined;
}

/** The clients in which most mail is read. */
export const usualClients: readonly string[] = ['apple-mail', 'gmail', 'outlook', 'samsung-email', 'yahoo'];

/** An option names a check, a feature or a client that does not exist. */
export class UnknownName extends TypeError {
  /** The option. */
  readonly field: string;
  /** What is wrong with it, and which names exist. */
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`${field} ${reason}`);
    this.name = 'UnknownName';
    this.field = field;
    this.reason = reason;
  }
}
