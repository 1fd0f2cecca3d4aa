import type { Decision, DecisionPart } from './decision.ts';
import { attachments } from './decisions/attachments.ts';
import { contacts } from './decisions/contacts.ts';
import { pagination } from './decisions/pagination.ts';
import { rateLimit } from './decisions/rate-limit.ts';
import { refinements } from './decisions/refinements.ts';
import { retries } from './decisions/retries.ts';
import { sandbox } from './decisions/sandbox.ts';
import { sendReceipts } from './decisions/send-receipts.ts';
import { sending } from './decisions/sending.ts';
import { transport } from './decisions/transport.ts';
import { verification } from './decisions/verification.ts';
import { verificationShapes } from './decisions/verification-shapes.ts';

/** The ledger of decisions, by parts of the service. */
export const decisionParts: readonly DecisionPart[] = [
  transport,
  rateLimit,
  pagination,
  sendReceipts,
  sending,
  attachments,
  contacts,
  verification,
  retries,
  refinements,
  sandbox,
  verificationShapes,
];

/** All decisions, in the order of their numbers. */
export const decisions: readonly Decision[] = /* @__PURE__ */ decisionParts
  .flatMap((part) => part.decisions)
  .toSorted((one, other) => numberOf(one) - numberOf(other));

function numberOf({ id }: Decision): number {
  return Number(id.slice(1));
}
