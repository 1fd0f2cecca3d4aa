/**
 * The JSON that the control plane answers with, as types. The inspector imports them from here and
 * nowhere else.
 */
import type { listAccounts } from './accounts.ts';
import type { listUploads } from './attachments.ts';
import type { getClock } from './clock.ts';
import type { listContactLists } from './contact-lists.ts';
import type { listContactSummaries } from './contact-summaries.ts';
import type { getLedger } from './credits.ts';
import type { listFaults } from './faults.ts';
import type { listMessageSummaries } from './message-summaries.ts';
import type { listRateWindows } from './rate-windows.ts';
import type { listRequestSummaries } from './request-summaries.ts';
import type { getDecisions, getHealth } from './sandbox.ts';
import type { listSuppressions } from './suppressions.ts';
import type { listTemplates } from './templates.ts';
import type { listVerificationResults } from './verification-results.ts';
import type { listVerificationAddresses, listVerificationViews } from './verifications.ts';
import type { getWire } from './wire.ts';

export type { Evidence, Standing } from '@mailrig/contract';
export type { EmailChecks } from '../checks/check-message.ts';
export type { CheckName, Severity } from '../checks/checks.ts';
export type { Finding } from '../checks/findings.ts';
export type { FaultEffect, FaultRule } from '../state/fault-rule.ts';
export type { AccountView } from './accounts.ts';
export type { AddressView } from './addresses.ts';
export type { UploadView } from './attachments.ts';
export type { ContactListView } from './contact-lists.ts';
export type { ContactSummary } from './contact-summaries.ts';
export type { ContactView } from './contacts.ts';
export type { CreditEntryView } from './credits.ts';
export type { EventView } from './events.ts';
export type { MessageSummary } from './message-summaries.ts';
export type { MessageView } from './messages.ts';
export type { RefusalGroup, RequestSummary } from './request-summaries.ts';
export type { RequestView } from './requests.ts';
export type { DecisionView } from './sandbox.ts';
export type { RateWindowView } from './rate-windows.ts';
export type { SuppressionView } from './suppressions.ts';
export type { TemplatePreview, TemplateView } from './templates.ts';
export type { VerificationAddressView } from './verifications.ts';

type AnswerOf<V extends { run(...input: never): unknown }> = Awaited<ReturnType<V['run']>>;

/** `GET /health`. */
export type HealthAnswer = AnswerOf<typeof getHealth>;

/** `GET /clock` and `POST /clock`. */
export type ClockAnswer = AnswerOf<typeof getClock>;

/** `GET /message-summaries`. */
export type MessageSummariesAnswer = AnswerOf<typeof listMessageSummaries>;

/** `GET /request-summaries`. */
export type RequestSummariesAnswer = AnswerOf<typeof listRequestSummaries>;

/** `GET /accounts`. */
export type AccountsAnswer = AnswerOf<typeof listAccounts>;

/** `GET /credits/ledger`. */
export type LedgerAnswer = AnswerOf<typeof getLedger>;

/** `GET /contact-lists`. */
export type ContactListsAnswer = AnswerOf<typeof listContactLists>;

/** `GET /contact-summaries`. */
export type ContactSummariesAnswer = AnswerOf<typeof listContactSummaries>;

/** `GET /attachments`. */
export type UploadsAnswer = AnswerOf<typeof listUploads>;

/** `GET /rate-windows`. */
export type RateWindowsAnswer = AnswerOf<typeof listRateWindows>;

/** `GET /suppressions`. */
export type SuppressionsAnswer = AnswerOf<typeof listSuppressions>;

/** `GET /templates`. */
export type TemplatesAnswer = AnswerOf<typeof listTemplates>;

/** `GET /verification-results`. */
export type VerificationResultsAnswer = AnswerOf<typeof listVerificationResults>;

/** `GET /verifications`. */
export type VerificationsAnswer = AnswerOf<typeof listVerificationViews>;

/** `GET /verifications/{id}/addresses`. */
export type VerificationAddressesAnswer = AnswerOf<typeof listVerificationAddresses>;

/** `GET /faults`. */
export type FaultsAnswer = AnswerOf<typeof listFaults>;

/** `GET /wire`. */
export type WireAnswer = AnswerOf<typeof getWire>;

/** `GET /decisions`. */
export type DecisionsAnswer = AnswerOf<typeof getDecisions>;
