/**
 * An in-memory reference server for transactional email, attachments, contact lists and email
 * verification, on a clock you control.
 *
 * @packageDocumentation
 */
export { createSandbox, type Sandbox } from './sandbox.ts';
export { adjustableLimits, type AdjustableLimits, type SandboxOptions } from './options.ts';
export type { StoredLimits } from './state/content.ts';

export type { AccountControls } from './control/account.ts';
export type { AddressControls } from './control/addresses.ts';
export type { AttachmentControls } from './control/attachments.ts';
export type { ContactListControls } from './control/contact-lists.ts';
export type { RateWindowControls } from './control/rate-windows.ts';
export type { AccountsControls } from './control/accounts.ts';
export type { ClockControls } from './control/clock.ts';
export type { ContactControls } from './control/contacts.ts';
export type { CreditControls } from './control/credits.ts';
export type { DomainControls } from './control/accounts.ts';
export type { EmailControls } from './control/emails.ts';
export type { FaultControls } from './control/faults.ts';
export type { KeyControls } from './control/keys.ts';
export type { Mailbox } from './control/mailbox.ts';
export type { Message, MessageAttachment } from './control/message.ts';
export type { RequestControls } from './control/requests.ts';
export type { ScopedControls } from './control/scoped-controls.ts';
export type { SuppressionControls } from './control/suppressions.ts';
export type { TemplateControls } from './control/templates.ts';
export type { VerificationControls } from './control/verifications.ts';

export type { AccountChange, AccountView, NewAccountInput } from './control/accounts.ts';
export type { AddressContactView, AddressVerificationView, AddressView } from './control/addresses.ts';
export type { UploadPage, UploadsView, UploadView } from './control/attachments.ts';
export type { ContactListView } from './control/contact-lists.ts';
export type { RateWindowsView, RateWindowView } from './control/rate-windows.ts';
export type { PageChoice, PageView } from './control/selection-page.ts';
export type { KeyView, NewKeyInput } from './control/keys.ts';
export type { ClockView } from './control/clock.ts';
export type { ContactFilter, ContactView } from './control/contacts.ts';
export type { CreditEntryView } from './control/credits.ts';
export type { FaultEffectInput } from './control/fault-effect.ts';
export type { FaultInput } from './control/faults.ts';
export type { MessageFilter } from './control/message-search.ts';
export type { AttachmentView, MessageEventView, MessageView } from './control/messages.ts';
export { ControlError } from './control/control-error.ts';
export type { RequestFilter, RequestView } from './control/requests.ts';
export type { WireChoice } from './control/wire.ts';
export type { SuppressionView } from './control/suppressions.ts';
export type { TemplateDraft, TemplateParts, TemplatePreview, TemplateView } from './control/templates.ts';
export type { VerificationOutcome, VerificationOutcomeView } from './control/verification-results.ts';
export type { VerificationAddressView, VerificationFilter } from './control/verifications.ts';

export type { EmailChecks } from './checks/check-message.ts';
export type { CheckName, Severity } from './checks/checks.ts';
export type { Finding } from './checks/findings.ts';
export type { Place } from './checks/lines.ts';
export type { CheckOptions } from './checks/options.ts';

export { sweep } from './sweep/sweep.ts';
export { type FaultPhase, type SweepFault, sweepFaults } from './sweep/faults.ts';
export type { Invariant } from './sweep/invariants.ts';
export type { SweepCheck, SweepOptions, SweepOutcome, SweepScenario } from './sweep/options.ts';
export type { SweepBreak, SweepReport } from './sweep/report.ts';

export type { Duration } from './kernel/duration.ts';
export type { DeliveryOutcome, EmailTiming } from './lifecycles/email.ts';
export type { VerificationTiming } from './lifecycles/verification.ts';
export type { NewAccount, NewKey } from './rules/accounts.ts';
export type { HeaderSource } from './rules/context.ts';
export type { Access, Body, BrokenConnection, IncomingRequest, Reply } from './routing/request.ts';
export type { CreditReason, EmailEventType } from './state/records.ts';
export type { Environment } from './state/fields.ts';
export type { FaultEffect, FaultRule } from './state/fault-rule.ts';
export type { JournalAnswer, JournalEntry } from './state/journal-entry.ts';
export type { Seed, SeedAccount, SeedContact, SeedContactList } from './seeds/seed.ts';
export type { SavedState } from './state/lines.ts';
export type { Snapshot } from './state/store.ts';
export type { Answer } from './wire/envelope.ts';
export {
  type WireOption,
  wireOptions,
  type WireOptions,
  type WirePreset,
  wirePresets,
} from '@mailrig/contract';
