import type { CustomFieldDefinition } from '@mailrig/contract';
import type { APIPromise } from './api-promise.ts';
import { Attachments } from './attachments.ts';
import { Caller } from './call/caller.ts';
import { ContactLists } from './contact-lists.ts';
import { Contacts } from './contacts.ts';
import type { CustomFieldValues, DefaultedKey } from './custom-fields.ts';
import { Emails } from './emails.ts';
import { type DefaultThrottle, type MailrigOptions, type RequestOptions, resolveOptions } from './options.ts';
import type { RateLimit } from './rate-limit.ts';
import { type RawMethod, rawEndpoint, type RawRequest } from './raw.ts';
import type { ThrottleState } from './throttle.ts';
import { defaultThrottles } from './throttle/default-throttles.ts';
import { EmailVerification } from './verification.ts';

/**
 * The client of the service.
 *
 * ```ts
 * const mail = new Mailrig({ apiKey: 'sk_test_…', baseUrl: 'https://mail.example.com' });
 * await mail.emails.send({ from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' });
 * ```
 */
export class Mailrig {
  /** Environment of the API key, by its prefix: `sk_live_` or `sk_test_` (R24). */
  readonly environment: 'live' | 'test' | 'unknown';

  /** Transactional emails. */
  readonly emails: Emails;

  /** Files to attach to emails. */
  readonly attachments: Attachments;

  /** Contact lists and the custom fields of their contacts. */
  readonly lists: ContactLists;

  /** Verification of email addresses. */
  readonly verification: EmailVerification;

  readonly #caller: Caller;

  /** @throws MailrigError if an option is missing or malformed. */
  constructor(options?: MailrigOptions);
  /** @internal */
  constructor(options: MailrigOptions, defaultThrottle: DefaultThrottle);
  constructor(options: MailrigOptions = {}, defaultThrottle = defaultThrottles()) {
    const settings = resolveOptions(options, defaultThrottle);
    this.#caller = new Caller(settings);
    this.environment = settings.environment;
    this.attachments = new Attachments(this.#caller);
    this.emails = new Emails(this.#caller, this.attachments);
    this.lists = new ContactLists(this.#caller);
    this.verification = new EmailVerification(this.#caller);
  }

  /** The API key's rate limit, as of the last response; `undefined` before the first (R31 to R33). */
  get rateLimit(): RateLimit | undefined {
    return this.#caller.rateLimit;
  }

  /** How many calls wait for the rate limit now. */
  get throttle(): ThrottleState {
    return { queued: this.#caller.queued };
  }

  /**
   * The contacts of one list. Pass the definitions as a type, declared `as const`, to type the custom fields:
   *
   * ```ts
   * const fields = [
   *   { key: 'plan', label: 'Plan', type: 'select', options: ['free', 'pro'], required: true },
   *   { key: 'seats', label: 'Seats', type: 'number' },
   * ] as const;
   * const list = await mail.lists.create({ name: 'Customers', customFields: fields });
   * const contacts = mail.contacts<typeof fields>(list.id);
   * await contacts.create({ email: 'ada@example.org', customFields: { plan: 'pro' } });
   * ```
   */
  contacts<const Definitions extends readonly CustomFieldDefinition[] = readonly CustomFieldDefinition[]>(
    listId: string,
  ): Contacts<CustomFieldValues<Definitions>, DefaultedKey<Definitions>> {
    return new Contacts(this.#caller, listId);
  }

  /**
   * Calls an endpoint that the client has no method for. The payload is not checked.
   *
   * @param path Path below the base URL, already percent-encoded, for example `/api/v1/emails`.
   */
  request(
    method: RawMethod,
    path: string,
    request: RawRequest = {},
    options?: RequestOptions,
  ): APIPromise<unknown> {
    return this.#caller.call(rawEndpoint(method, path), request, options);
  }
}
