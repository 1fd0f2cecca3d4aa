/**
 * The ledger of decisions: what Mailrig does where the documentation of the service is silent or contradicts itself.
 *
 * @packageDocumentation
 */
import type { Decision, DecisionPart } from './decisions/decision.ts';
import { partOf } from './decisions/row.ts';
import attachments from './decisions/attachments.json' with { type: 'json' };
import contacts from './decisions/contacts.json' with { type: 'json' };
import pagination from './decisions/pagination.json' with { type: 'json' };
import rateLimit from './decisions/rate-limit.json' with { type: 'json' };
import refinements from './decisions/refinements.json' with { type: 'json' };
import retries from './decisions/retries.json' with { type: 'json' };
import sandbox from './decisions/sandbox.json' with { type: 'json' };
import sendReceipts from './decisions/send-receipts.json' with { type: 'json' };
import sending from './decisions/sending.json' with { type: 'json' };
import transport from './decisions/transport.json' with { type: 'json' };
import verification from './decisions/verification.json' with { type: 'json' };
import verificationShapes from './decisions/verification-shapes.json' with { type: 'json' };

/** The ledger of decisions, by parts of the service. A test checks the form of its files. */
export const decisionParts: readonly DecisionPart[] = /* @__PURE__ */ [
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
].map(partOf);

/** All decisions, in the order of their numbers. */
export const decisions: readonly Decision[] = /* @__PURE__ */ decisionParts
  .flatMap((part) => part.decisions)
  .toSorted((one, other) => numberOf(one) - numberOf(other));

function numberOf({ id }: Decision): number {
  return Number(id.slice(1));
}
