import { invalidOption } from '../errors/mailrig-error.ts';
import { checkOptions } from './request-options.ts';
import { clientOptions, isThrottle, type MailrigOptions } from './options.ts';

/**
 * The options of a client with some of them changed.
 *
 * @throws MailrigError if `apiKey` is given and `undefined`.
 */
export function withChanges(options: MailrigOptions, changes: MailrigOptions): MailrigOptions {
  checkOptions(clientOptions, changes, 'withOptions');
  if ('apiKey' in changes && changes.apiKey === undefined) {
    throw invalidOption('option apiKey of withOptions is undefined: give the key, or leave the option out');
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const { apiKey = options.apiKey, baseUrl = options.baseUrl } = changes;
  const other = apiKey !== options.apiKey || baseUrl !== options.baseUrl;
  // It counts the requests of one key.
  const throttle = other && isThrottle(options.throttle) ? undefined : options.throttle;
  return { ...options, throttle, ...given };
}
