import type { CustomFieldDefinition } from '@mailrig/contract';
import type { APIPromise } from './results/api-promise.ts';
import { Attachments } from './resources/attachments.ts';
import { Caller } from './call/caller.ts';
import { ContactLists } from './resources/contact-lists.ts';
import { Contacts } from './resources/contacts.ts';
import type { CustomFieldValues, DefaultedKey } from './endpoints/custom-fields.ts';
import { type AnyTemplates, Emails } from './resources/emails.ts';
import { type MailrigOptions, resolveOptions, withChanges } from './options/options.ts';
import type { RequestOptions } from './options/request-options.ts';
import type { RateLimit } from './runtime/rate-limit.ts';
import type { RawMethod, RawRequest } from './endpoints/raw.ts';
import { lazy } from './resources/lazy.ts';
import type { DefaultThrottle, ThrottleState } from './options/throttle.ts';
import { defaultThrottles } from './throttle/adaptive.ts';
import { EmailVerification } from './resources/verification.ts';

/**
 * The client of the service.
 *
 * ```ts
 * const mail = new Mailrig({ apiKey: 'sk_test_…', baseUrl: 'https://mail.example.com' });
 * await mail.emails.send({ from: 'ada@example.com', to: 'bob@example.org', subject: 'Hello', text: 'Hi Bob' });
 * ```
 *
 * With the variables of your templates as a type, wrong ones do not compile:
 * `new Mailrig<{ welcome: { name: string } }>()`. Functions that take such a client name the same type.
 */
export class Mailrig<Templates extends object = AnyTemplates> {
  /** Environment of the API key, by its prefix: `sk_live_` or `sk_test_`. */
  readonly environment: 'live' | 'test' | 'unknown';

  /** Transactional emails. */
  readonly emails: Emails<Templates>;

  /** Files to attach to emails. */
  readonly attachments: Attachments;

  /** Contact lists and the custom fields of their contacts. */
  readonly lists: ContactLists;

  /** Verification of email addresses. */
  readonly verification: EmailVerification;

  readonly #caller: Caller;
  readonly #options: MailrigOptions;
  readonly #defaultThrottle: DefaultThrottle;

  /**
   * Creates a client. It makes no request.
   *
   * @param options Default: `MAILRIG_API_KEY` and `MAILRIG_BASE_URL` from the environment.
   * @throws MailrigError if an option is missing, malformed or unknown.
   */
  constructor(options?: MailrigOptions);
  /** @internal */
  constructor(options: MailrigOptions, defaultThrottle: DefaultThrottle);
  constructor(options: MailrigOptions = {}, defaultThrottle = defaultThrottles()) {
    const settings = resolveOptions(options, defaultThrottle);
    this.#options = options;
    this.#defaultThrottle = defaultThrottle;
    this.#caller = new Caller(settings);
    this.environment = settings.environment;
    this.attachments = new Attachments(this.#caller);
    this.emails = new Emails(this.#caller, this.attachments);
    this.lists = new ContactLists(this.#caller);
    this.verification = new EmailVerification(this.#caller);
  }

  /**
   * A client with other options, for example with the key of a tenant. Options that you leave out, or that are
   * `undefined`, stay as they are.
   *
   * ```ts
   * const tenant = mail.withOptions({ apiKey: 'sk_live_…' });
   * ```
   *
   * Clients with the same key share the default throttle, however often you call this. Another key or base URL
   * has a queue with the same limits. `fleetThrottle(…)` or your own throttle stays with its key: another key
   * gets the default one, unless you give one here too.
   *
   * @throws MailrigError if an option is malformed, or if `apiKey` is given and `undefined`: otherwise a missing
   * key of a tenant would use yours.
   */
  withOptions(changes: MailrigOptions): Mailrig<Templates> {
    return new Mailrig<Templates>(withChanges(this.#options, changes), this.#defaultThrottle);
  }

  /** The API key's rate limit, as of the last response; `undefined` before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#caller.rateLimit;
  }

  /** How many calls wait for the rate limit now. */
  get throttle(): ThrottleState {
    return { queued: this.#caller.settings.throttle?.queued ?? 0 };
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
   *
   * @param listId Id of the contact list.
   */
  contacts<const Definitions extends readonly CustomFieldDefinition[] = readonly CustomFieldDefinition[]>(
    listId: string,
  ): Contacts<CustomFieldValues<Definitions>, DefaultedKey<Definitions>> {
    return new Contacts(this.#caller, listId);
  }

  /**
   * Calls an endpoint that the client has no method for. The payload is not checked.
   *
   * @param method HTTP method, in capitals.
   * @param path Path below the base URL, already percent-encoded, for example `/api/v1/emails`.
   */
  request(
    method: RawMethod,
    path: string,
    request: RawRequest = {},
    options?: RequestOptions,
  ): APIPromise<unknown> {
    return this.#caller.call(async () => (await lazy('rawEndpoint')())(method, path), request, options);
  }
}
