/**
 * The JSON that the control plane answers with, as types. The inspector imports them from here and
 * nowhere else.
 */
import type { listAccounts } from './accounts.ts';
import type { getClock } from './clock.ts';
import type { listContactViews } from './contacts.ts';
import type { getLedger } from './credits.ts';
import type { listFaults } from './faults.ts';
import type { listMessageSummaries } from './message-summaries.ts';
import type { listRequestSummaries } from './request-summaries.ts';
import type { getDecisions, getHealth } from './sandbox.ts';
import type { listSuppressions } from './suppressions.ts';
import type { listTemplates } from './templates.ts';
import type { listVerificationResults, listVerificationViews } from './verifications.ts';
import type { getWire } from './wire.ts';

export type { Evidence, Standing } from '@mailrig/contract';
export type { FaultEffect, FaultRule } from '../state/fault-rule.ts';
export type { AccountView } from './accounts.ts';
export type { EventView } from './events.ts';
export type { MessageSummary } from './message-summaries.ts';
export type { MessageView } from './messages.ts';
export type { RefusalGroup, RequestSummary } from './request-summaries.ts';
export type { RequestView } from './requests.ts';
export type { DecisionView } from './sandbox.ts';
export type { TemplatePreview, TemplateView } from './templates.ts';

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

/** `GET /contacts`. */
export type ContactsAnswer = AnswerOf<typeof listContactViews>;

/** `GET /suppressions`. */
export type SuppressionsAnswer = AnswerOf<typeof listSuppressions>;

/** `GET /templates`. */
export type TemplatesAnswer = AnswerOf<typeof listTemplates>;

/** `GET /verification-results`. */
export type VerificationResultsAnswer = AnswerOf<typeof listVerificationResults>;

/** `GET /verifications`. */
export type VerificationsAnswer = AnswerOf<typeof listVerificationViews>;

/** `GET /faults`. */
export type FaultsAnswer = AnswerOf<typeof listFaults>;

/** `GET /wire`. */
export type WireAnswer = AnswerOf<typeof getWire>;

/** `GET /decisions`. */
export type DecisionsAnswer = AnswerOf<typeof getDecisions>;
