import { createContext, runInContext } from 'node:vm';
import { type EmailAttachment } from '../src/index.ts';
import { connect, email } from './client.ts';

/** Sends one attachment, and returns its name and text as the sandbox has them. */
export async function received(attachment: unknown): Promise<readonly [string, string]> {
  const { mail, sandbox } = connect();
  await mail.emails.send({ ...email, attachments: [attachment as EmailAttachment] });
  const [file] = sandbox.mailbox.latest()?.attachments ?? [];
  return [file?.filename ?? '', new TextDecoder().decode(file?.content)];
}

/** The value of an expression in another realm. */
export function elsewhere<T = never>(expression: string): T {
  return runInContext(expression, createContext()) as T;
}

export function fault(): never {
  throw new TypeError('unreadable');
}

/** An object whose members cannot be read. */
export const throwing = new Proxy(
  {},
  { get: fault, has: fault, ownKeys: fault, getPrototypeOf: fault },
) as never;
