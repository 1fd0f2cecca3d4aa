/**
 * An in-memory reference server for transactional email, attachments, contact lists and email
 * verification, on a clock you control.
 *
 * @packageDocumentation
 */
export type { WaitReason } from './service/kernel/client-waits.ts';
export { type ClientOptions, createSandbox, type Sandbox, type SandboxClock } from './control/sandbox.ts';
export { adjustableLimits, type AdjustableLimits, type SandboxOptions } from './control/options.ts';
export type { StoredLimits } from './service/state/content.ts';

export type { AccountControls } from './control/accounts/account.ts';
export type { AttachmentControls } from './control/attachments/attachments.ts';
export type { ContactListControls } from './control/contacts/contact-lists.ts';
export type { RateWindowControls } from './control/accounts/rate-windows.ts';
export type { AccountsControls } from './control/accounts/accounts.ts';
export type { ClockControls } from './control/clock/clock.ts';
export type { ContactControls } from './control/contacts/contacts.ts';
export type { CreditControls } from './control/accounts/credits.ts';
export type { DomainControls } from './control/accounts/accounts.ts';
export type { EmailControls } from './control/messages/events.ts';
export type { FaultControls } from './control/faults/faults.ts';
export type { KeyControls } from './control/accounts/keys.ts';
export type { Mailbox } from './control/messages/mailbox.ts';
export type { Message, MessageAttachment } from './control/messages/message.ts';
export type { RequestControls } from './control/requests/requests.ts';
export type { ScopedControls } from './control/context.ts';
export type { SuppressionControls } from './control/contacts/suppressions.ts';
export type { TemplateControls } from './control/templates/templates.ts';
export type { VerificationControls } from './control/verifications/verifications.ts';

export type { AccountChange, AccountView, NewAccountInput } from './control/accounts/accounts.ts';
export type { UploadPage, UploadsView, UploadView } from './control/attachments/attachments.ts';
export type { ContactListView } from './control/contacts/contact-lists.ts';
export type { RateWindowsView, RateWindowView } from './control/accounts/rate-windows.ts';
export type { PageInput, PageOf, PageView } from './control/list-verbs/list.ts';
export type { KeyView, NewKeyInput } from './control/accounts/keys.ts';
export type { ClockView } from './control/clock/clock.ts';
export type { EventView } from './control/events/events.ts';
export type { ContactFilter, ContactView } from './control/contacts/contacts.ts';
export type { CreditEntryView } from './control/accounts/credits.ts';
export type { FaultEffectInput } from './control/faults/effect.ts';
export type { FaultInput } from './control/faults/faults.ts';
export type { MailboxFilter, MessageFilter, TextOrPattern } from './control/messages/search.ts';
export type { AttachmentView, MessageEventView, MessageView } from './control/messages/messages.ts';
export { ControlError } from './control/control-error.ts';
export type { RequestFilter, RequestView } from './control/requests/requests.ts';
export type { RequestRow } from './control/requests/rows.ts';
export type { SendFacts } from './control/requests/sends.ts';
export type { StoryRequest, StoryStep, StoryView } from './control/messages/story.ts';
export type { WireInput } from './control/wire/wire.ts';
export type { NewSuppression, SuppressionView } from './control/contacts/suppressions.ts';
export type {
  TemplateDraft,
  TemplateParts,
  TemplatePreview,
  TemplateView,
} from './control/templates/templates.ts';
export type { VerificationOutcome, VerificationOutcomeView } from './control/verifications/results.ts';
export type { VerificationAddressView, VerificationFilter } from './control/verifications/verifications.ts';

export type { EmailChecks } from './checks/check-message.ts';
export type { CheckName, Severity } from './checks/checks.ts';
export type { Finding } from './checks/findings.ts';
export type { SourcePosition } from './checks/lines.ts';
export type { CheckOptions } from './checks/options.ts';

export type { FailedTest } from './control/sandbox/recording.ts';
export type { Checkable } from './testing/email-checks.ts';
export type { ExpectedEmail, ExpectedField } from './testing/expected-email.ts';
export type { HasMailbox, Verdict as MatcherResult } from './testing/sent-email.ts';

export { sweep } from './sweep/sweep.ts';
export { type FaultOrigin, type FaultPhase, type SweepFault, sweepFaults } from './sweep/faults.ts';
export type { Invariant } from './sweep/comparison.ts';
export type {
  SweepCheck,
  SweepOptions,
  SweepOutcome,
  SweepScenario,
  SweepTask,
  SweepTasks,
  SweepValues,
} from './sweep/options.ts';
export type { SweepBreak, SweepReport } from './sweep/report.ts';
export type { SweepOrders } from './sweep/strategy.ts';
export type { SweepWait } from './sweep/quiet.ts';

export type { Duration } from './service/kernel/duration.ts';
export type { DeliveryOutcome, EmailTiming } from './service/lifecycles/email.ts';
export type { VerificationTiming } from './service/lifecycles/verification.ts';
export type { NewAccount, NewKey } from './service/rules/accounts.ts';
export type { HeaderSource } from './service/rules/context.ts';
export type { BrokenConnection, ExchangeResult } from './service/routing/exchange-result.ts';
export type { Access, Body as RequestBody, IncomingRequest } from './service/routing/request.ts';
export type { CreditReason, EmailEventType } from './service/state/records.ts';
export type { FaultEffect, FaultRule } from './service/state/fault-rule.ts';
export type { LoggedEvent } from './service/kernel/event-log.ts';
export type { LoggedRequest, RequestFacts, LoggedResponse } from './service/state/logged-request.ts';
export type { Seed, SeedAccount, SeedContact, SeedContactList } from './control/seeds/seed.ts';
export type { SavedState } from './service/saving/lines.ts';
export type { Snapshot } from './service/state/snapshot.ts';
export type { SandboxResponse } from './service/wire/envelope.ts';
export {
  type Environment,
  type WireOption,
  wireOptions,
  type WireOptions,
  type WirePreset,
  wirePresets,
} from '@mailrig/contract';
