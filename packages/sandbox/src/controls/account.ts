import { type AccountView, getAccount } from '../control/accounts.ts';
import { invoke, type Scope } from '../control/verb.ts';
import { ContactControls } from './contacts.ts';
import { CreditControls } from './credits.ts';
import { DomainControls } from './domains.ts';
import { EmailControls } from './emails.ts';
import { FaultControls } from './faults.ts';
import { KeyControls } from './keys.ts';
import { Mailbox } from './mailbox.ts';
import { RequestControls } from './requests.ts';
import { ScopedControls } from './scoped.ts';
import { SuppressionControls } from './suppressions.ts';
import { TemplateControls } from './templates.ts';
import { VerificationControls } from './verifications.ts';

/** Everything that a test or a developer can do with one account of a sandbox. */
export class AccountControls extends ScopedControls {
  /** Captured mail, live and simulated. */
  readonly mailbox: Mailbox;
  /** What happens to emails. */
  readonly emails: EmailControls;
  readonly contacts: ContactControls;
  readonly keys: KeyControls;
  readonly domains: DomainControls;
  readonly templates: TemplateControls;
  readonly suppressions: SuppressionControls;
  readonly verifications: VerificationControls;
  readonly credits: CreditControls;
  /** Rules that make answers go wrong. */
  readonly faults: FaultControls;
  /** The journal of requests. */
  readonly requests: RequestControls;

  /** @internal */
  constructor(scope: Scope) {
    super(scope);
    this.mailbox = new Mailbox(scope);
    this.emails = new EmailControls(scope);
    this.contacts = new ContactControls(scope);
    this.keys = new KeyControls(scope);
    this.domains = new DomainControls(scope);
    this.templates = new TemplateControls(scope);
    this.suppressions = new SuppressionControls(scope);
    this.verifications = new VerificationControls(scope);
    this.credits = new CreditControls(scope);
    this.faults = new FaultControls(scope);
    this.requests = new RequestControls(scope);
  }

  /** Id, domain, credits and keys as they are now. */
  get info(): AccountView {
    return invoke(getAccount, this.scope, { id: this.scope.accountId });
  }
}
