import { type AccountView, DomainControls, getAccount } from './accounts.ts';
import { AddressControls } from '../contacts/addresses.ts';
import { AttachmentControls } from '../attachments/attachments.ts';
import { ContactListControls } from '../contacts/contact-lists.ts';
import { ContactControls } from '../contacts/contacts.ts';
import type { ControlContext } from '../context.ts';
import { CreditControls } from './credits.ts';
import { EmailControls } from '../messages/events.ts';
import { FaultControls } from '../faults/faults.ts';
import { KeyControls } from './keys.ts';
import { Mailbox } from '../messages/mailbox.ts';
import { RateWindowControls } from './rate-windows.ts';
import { RequestControls } from '../requests/requests.ts';
import { ScopedControls } from '../scoped-controls.ts';
import { SuppressionControls } from '../contacts/suppressions.ts';
import { TemplateControls } from '../templates/templates.ts';
import { invoke } from '../verb.ts';
import { VerificationControls } from '../verifications/verifications.ts';

/** Everything that you can do with one account of a sandbox. */
export class AccountControls extends ScopedControls {
  /** Captured mail, live and simulated. */
  readonly mailbox: Mailbox;
  /** Events of emails. */
  readonly emails: EmailControls;
  /** Uploads and confirmed attachments. */
  readonly attachments: AttachmentControls;
  /** The contact lists. */
  readonly contactLists: ContactListControls;
  /** The contacts of all lists. */
  readonly contacts: ContactControls;
  /** What is known about single addresses. */
  readonly addresses: AddressControls;
  /** The API keys. */
  readonly keys: KeyControls;
  /** The rate windows of the keys. */
  readonly rateWindows: RateWindowControls;
  /** The domain that the account sends from. */
  readonly domains: DomainControls;
  /** The templates that sends can name. */
  readonly templates: TemplateControls;
  /** The addresses that get no mail. */
  readonly suppressions: SuppressionControls;
  /** The verifications, and their results. */
  readonly verifications: VerificationControls;
  /** The credits for verifications. */
  readonly credits: CreditControls;
  /** Rules that inject faults into responses. */
  readonly faults: FaultControls;
  /** The journal of requests. */
  readonly requests: RequestControls;

  /** @internal */
  constructor(context: ControlContext) {
    super(context);
    this.mailbox = new Mailbox(context);
    this.emails = new EmailControls(context);
    this.attachments = new AttachmentControls(context);
    this.contactLists = new ContactListControls(context);
    this.addresses = new AddressControls(context);
    this.contacts = new ContactControls(context);
    this.keys = new KeyControls(context);
    this.rateWindows = new RateWindowControls(context);
    this.domains = new DomainControls(context);
    this.templates = new TemplateControls(context);
    this.suppressions = new SuppressionControls(context);
    this.verifications = new VerificationControls(context);
    this.credits = new CreditControls(context);
    this.faults = new FaultControls(context);
    this.requests = new RequestControls(context);
  }

  /** Current id, domain, credits and keys. */
  get info(): AccountView {
    return invoke(getAccount, this.context, { id: 'default' });
  }
}
