import { ScopedControls } from '../context.ts';
import { type AccountView, DomainControls, getAccount } from './accounts.ts';
import { AttachmentControls } from '../attachments/attachments.ts';
import { ContactListControls } from '../contacts/contact-lists.ts';
import { ContactControls } from '../contacts/contacts.ts';
import { CreditControls } from './credits.ts';
import { EmailControls } from '../messages/events.ts';
import { FaultControls } from '../faults/faults.ts';
import { KeyControls } from './keys.ts';
import { Mailbox } from '../messages/mailbox.ts';
import { RateWindowControls } from './rate-windows.ts';
import { RequestControls } from '../requests/requests.ts';
import { SuppressionControls } from '../contacts/suppressions.ts';
import { TemplateControls } from '../templates/templates.ts';
import { invoke } from '../verb.ts';
import { VerificationControls } from '../verifications/verifications.ts';

/** The controls of one account of a sandbox. */
export class AccountControls extends ScopedControls {
  /** Captured mail, live and simulated. */
  readonly mailbox = new Mailbox(this.context);
  /** Events of emails. */
  readonly emails = new EmailControls(this.context);
  /** Uploads and confirmed attachments. */
  readonly attachments = new AttachmentControls(this.context);
  /** The contact lists. */
  readonly contactLists = new ContactListControls(this.context);
  /** The contacts of all lists. */
  readonly contacts = new ContactControls(this.context);
  /** The API keys. */
  readonly keys = new KeyControls(this.context);
  /** The rate windows of the keys. */
  readonly rateWindows = new RateWindowControls(this.context);
  /** The domain that the account sends from. */
  readonly domains = new DomainControls(this.context);
  /** The templates that sends can name. */
  readonly templates = new TemplateControls(this.context);
  /** The suppressed addresses. */
  readonly suppressions = new SuppressionControls(this.context);
  /** The verifications, and their results. */
  readonly verifications = new VerificationControls(this.context);
  /** The credits for verifications. */
  readonly credits = new CreditControls(this.context);
  /** Rules that inject faults into responses. */
  readonly faults = new FaultControls(this.context);
  /** The request log. */
  readonly requests = new RequestControls(this.context);

  /** Current id, domain, credits and keys. */
  get info(): AccountView {
    return invoke(getAccount, this.context, { id: 'default' });
  }
}
