import { unknownName } from '@mailrig/contract';
import { invalidOption } from './errors/mailrig-error.ts';

/**
 * Refuses options that the client does not know, because a misspelt one would do nothing.
 *
 * @param operation The method, for the message. Default: the client.
 * @throws MailrigError with the name that was probably meant. It shows no value.
 */
export function checkNames(given: object, names: Readonly<Record<string, true>>, operation?: string): void {
  const unknown = unknownName(given, names);
  if (unknown) throw invalidOption(`option ${unknown.name} ${unknown.message}`, operation);
}
